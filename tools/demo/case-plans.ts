/**
 * Plans the demo's four hundred cases: hospital, length, status and times. It is a pure function of the time and a
 * seed, so that every demo shows the same patients, counted back from today.
 */
import type { priorities, severities } from '@rhythmdesk/domain/case/status';
import { between, seededRandom, type Random } from '@rhythmdesk/ecg/synth/random';
import type { DemoHeart } from './demo-hearts.ts';
import { drawPatient, pick, type DemoPatient, type NameLanguage } from './patient-names.ts';

export type Stage =
  | 'ready'
  | 'request'
  | 'assigned'
  | 'start'
  | 'review'
  | 'asked'
  | 'complete'
  | 'edit'
  | 'closed';

export type CasePlan = {
  readonly hn_id: string;
  readonly hospital: 'minato' | 'northgate' | 'hanbit';
  readonly language: NameLanguage;
  readonly stage: Stage;
  readonly patient: DemoPatient;
  readonly priority: (typeof priorities)[number];
  readonly severity: (typeof severities)[number];
  readonly heart: DemoHeart;
  readonly labels: readonly string[];
  readonly sampling_hz: number;
  readonly seconds: number;
  /** Whether the signal is stored; false if its retention period is over. */
  readonly signal: boolean;
  readonly uploaded: Date;
  readonly by_carrier: boolean;
  readonly seed: number;
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Number of cases in each stage; all others were finished long ago. */
const openCounts: readonly (readonly [Stage, number])[] = [
  ['ready', 9],
  ['request', 18],
  ['assigned', 12],
  ['start', 14],
  ['review', 8],
  ['asked', 7],
  ['edit', 5],
  ['closed', 4],
];
const freshCompleted = 14;
const allCases = 400;

/** Age of the upload in hours, by stage: recent cases wait, some are late. */
const ageHours: Readonly<Record<Stage, readonly [number, number]>> = {
  ready: [1, 30],
  request: [2, 76],
  assigned: [6, 74],
  start: [10, 75],
  review: [20, 76],
  asked: [24, 73],
  complete: [30, 140],
  edit: [90, 240],
  closed: [40, 200],
};

const hearts: readonly DemoHeart[] = [
  'healthy',
  'healthy',
  'supraventricular',
  'ventricular',
  'paroxysmal_af',
  'paroxysmal_af',
  'permanent_af',
  'pauses',
  'paced',
  'noisy',
];

const hospitals = [
  ['minato', 'ja'],
  ['minato', 'ja'],
  ['minato', 'ja'],
  ['northgate', 'en'],
  ['hanbit', 'ko'],
  ['hanbit', 'ko'],
] as const;

const twelveLeads = ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'];

/**
 * Returns the leads of a case: every ninth open case has twelve leads, so that each stage has some; the others have one
 * or two.
 */
function labelsOf(random: Random, index: number, signal: boolean): readonly string[] {
  const few = random() < 0.5 ? ['MLII'] : ['MLII', 'V1'];
  return signal && index % 9 === 4 ? twelveLeads : few;
}

const severityOf = (random: Random, heart: DemoHeart): CasePlan['severity'] => {
  if (heart === 'healthy') return pick(random, ['none', 'none', 'low']);
  return pick(random, ['low', 'moderate', 'moderate', 'high', 'high', 'critical']);
};

const usualSeconds = 1800;

/** Hours of the open recordings that are longer than the usual half hour. */
const longHours = [6, 8, 12, 16, 24, 24];

/**
 * Index of the case of 24 hours with about forty findings, for a technician to read at the desk; its signal depends on
 * its number.
 */
const fortyFindings = 34;

function secondsOf(random: Random, index: number, signal: boolean): number {
  const hours = longHours[index - 30];
  if (signal) return hours === undefined ? usualSeconds : hours * 3600;
  return pick(random, [1, 2, 3, 7, 7, 14]) * 86_400 - Math.floor(between(random, 0, 7200));
}

function planOf(index: number, stage: Stage, signal: boolean, now: Date): CasePlan {
  const random = seededRandom(9_000 + index);
  const [hospital, language] = pick(random, hospitals);
  const drawn = pick(random, hearts);
  const heart = index === fortyFindings ? 'mixed' : drawn;
  const [from, to] = ageHours[stage];
  const age =
    signal || stage !== 'complete' ? between(random, from, to) * hourMs : between(random, 9, 424) * dayMs;
  return {
    hn_id: `HN26K${String(4000 + index * 13).padStart(5, '0')}`,
    hospital,
    language,
    stage,
    patient: drawPatient(random, language, index),
    priority: random() < 0.14 ? 'urgent' : 'normal',
    severity: severityOf(random, heart),
    heart,
    labels: labelsOf(random, index, signal),
    sampling_hz: 250,
    seconds: secondsOf(random, index, signal),
    signal,
    uploaded: new Date(now.getTime() - age),
    by_carrier: hospital !== 'northgate' && random() < 0.3,
    seed: 70_000 + index,
  };
}

export function casePlans(now: Date): CasePlan[] {
  const open = openCounts.flatMap(([stage, count]) => Array.from({ length: count }, () => stage));
  const plans = open.map((stage, index) => planOf(index, stage, true, now));
  for (let index = plans.length; index < allCases; index += 1) {
    plans.push(planOf(index, 'complete', index < open.length + freshCompleted, now));
  }
  return plans;
}

/**
 * Returns the cases in loading order, newest first: cases with a signal, on which users work, before those that ended
 * long ago, and the few long recordings after the many short ones.
 */
export function inLoadingOrder(plans: readonly CasePlan[]): { recent: CasePlan[]; old: CasePlan[] } {
  const newestFirst = plans.toSorted((a, b) => b.uploaded.getTime() - a.uploaded.getTime());
  const kept = newestFirst.filter(({ signal }) => signal);
  const isShort = ({ seconds }: CasePlan): boolean => seconds <= usualSeconds;
  return {
    recent: [...kept.filter(isShort), ...kept.filter((plan) => !isShort(plan))],
    old: newestFirst.filter(({ signal }) => !signal),
  };
}

/** Returns that case as an open one. */
export function dayPlan(now: Date): CasePlan {
  return { ...planOf(fortyFindings, 'start', true, now), hospital: 'minato' };
}

/** Returns the recording of fourteen days that `--long` adds. */
export function longPlan(now: Date): CasePlan {
  const plan = planOf(990, 'request', true, now);
  return { ...plan, hn_id: 'HN26K99014', heart: 'paroxysmal_af', labels: ['MLII'], seconds: 14 * 86_400 };
}
