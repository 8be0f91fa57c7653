/**
 * The life of a critical finding. It is opened by a rule, judged by a person, told to the hospital, acknowledged.
 *
 * Laws: a rule of a case has one finding under way at most; what no person has judged is withdrawn once the rule finds it
 * no more, what a person judged is changed by persons alone; a place that was said to be false is not opened again, nor
 * one that was there when the hospital acknowledged the rule's worst; nothing is ever removed.
 */
import { accept, refuse, type Result } from '../kit/result.ts';
import type { CriticalRuleKey } from './critical-rules.ts';

export const criticalStates = ['open', 'confirmed', 'acknowledged', 'false', 'withdrawn'] as const;
export type CriticalState = (typeof criticalStates)[number];

/** Somebody has to do something about it. */
export const underWayStates = ['open', 'confirmed'] as const satisfies readonly CriticalState[];
export const isUnderWay = (state: CriticalState): boolean => underWayStates.some((one) => one === state);

/** What a report names: neither refuted nor withdrawn. */
export const reportedStates = [...underWayStates, 'acknowledged'] as const satisfies readonly CriticalState[];

export const criticalActs = ['confirm', 'refute', 'call', 'acknowledge', 'escalate'] as const;
export type CriticalAct = (typeof criticalActs)[number];

/** How a hospital was reached. */
export const callWays = ['telephone', 'message', 'in_person'] as const;
export type CallWay = (typeof callWays)[number];

/** Everything that its history may say. */
export const criticalEvents = [
  'found',
  'told',
  'confirm',
  'refute',
  'call',
  'acknowledge',
  'withdrawn',
] as const;
export type CriticalEvent = (typeof criticalEvents)[number];

const leadsTo = {
  confirm: 'confirmed',
  refute: 'false',
  call: 'confirmed',
  acknowledge: 'acknowledged',
  escalate: null,
} as const satisfies Record<CriticalAct, CriticalState | null>;

const mayFollow = {
  confirm: ['open', 'false'],
  refute: underWayStates,
  call: ['confirmed'],
  acknowledge: ['confirmed'],
  escalate: underWayStates,
} as const satisfies Record<CriticalAct, readonly CriticalState[]>;

/** What a person may do with a finding now. */
export function actsOn(state: CriticalState): CriticalAct[] {
  return criticalActs.filter((act) => mayFollow[act].some((one) => one === state));
}

/** The state after an act. */
export function stepCritical(state: CriticalState, act: CriticalAct): Result<CriticalState> {
  return actsOn(state).includes(act) ? accept(leadsTo[act] ?? state) : refuse('critical/wrong-state');
}

/** Of the five steps of a finding how many are done: found, told, confirmed, called, acknowledged. */
export function stepsDone(state: CriticalState, called: boolean): number {
  if (state === 'acknowledged') return 5;
  if (state !== 'confirmed') return 2;
  return called ? 4 : 3;
}

interface Span {
  readonly start_sample: number;
  readonly end_sample: number;
}
export interface FoundPlace extends Span {
  readonly rule: CriticalRuleKey;
}
export interface KeptFinding extends FoundPlace {
  readonly finding_id: number;
  readonly state: CriticalState;
  /** Every place of the rule when it was found. */
  readonly places: readonly Span[];
}

const overlap = (a: Span, b: Span): boolean =>
  a.start_sample <= b.end_sample && b.start_sample <= a.end_sample;

/** Whether a span overlaps one of these. A rule may have tens of thousands of places, so each is looked up by halves. */
function overlapsOne(spans: readonly Span[]): (place: Span) => boolean {
  const sorted = [...spans].sort((a, b) => a.start_sample - b.start_sample);
  let reach = -Infinity;
  const reaches = sorted.map(({ end_sample }) => (reach = Math.max(reach, end_sample)));
  return ({ start_sample, end_sample }) => {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sorted[middle]?.start_sample ?? Infinity) <= end_sample) from = middle + 1;
      else to = middle;
    }
    return (reaches[from - 1] ?? -Infinity) >= start_sample;
  };
}

function isKnown(kept: readonly KeptFinding[]): (place: FoundPlace) => boolean {
  const judged = kept.flatMap(({ state, rule, places, ...own }) => {
    if (state === 'false') return [{ rule, overlaps: overlapsOne([own]) }];
    return state === 'acknowledged' ? [{ rule, overlaps: overlapsOne(places) }] : [];
  });
  return (place) => judged.some(({ rule, overlaps }) => rule === place.rule && overlaps(place));
}

export interface CriticalChanges<Place> {
  readonly withdrawn: readonly number[];
  readonly opened: readonly { readonly place: Place; readonly places: readonly Span[] }[];
}

/** What becomes of a case's findings, with the places that its reading has now, the gravest of each rule first. */
export function criticalChanges<Place extends FoundPlace>(
  kept: readonly KeptFinding[],
  found: readonly Place[],
  mayOpen: boolean,
): CriticalChanges<Place> {
  const stands = (one: KeptFinding): boolean =>
    found.some((place) => place.rule === one.rule && overlap(place, one));
  const withdrawn = kept.filter((one) => one.state === 'open' && !stands(one));
  const gone = new Set(withdrawn.map(({ finding_id }) => finding_id));
  const busy = new Set(
    kept
      .filter(({ state, finding_id }) => isUnderWay(state) && !gone.has(finding_id))
      .map(({ rule }) => rule),
  );
  const known = isKnown(kept);
  const opened: { place: Place; places: Span[] }[] = [];
  for (const place of mayOpen ? found : []) {
    if (busy.has(place.rule) || known(place)) continue;
    busy.add(place.rule);
    const places = found
      .filter(({ rule }) => rule === place.rule)
      .map(({ start_sample, end_sample }) => ({ start_sample, end_sample }));
    opened.push({ place, places });
  }
  return { withdrawn: [...gone], opened };
}
