/**
 * Defines the lifecycle of a critical finding. A rule opens it, a user judges it, the hospital is notified and
 * acknowledges it.
 *
 * Invariants: a rule has at most one finding in progress per case. A finding that no user has judged is withdrawn once
 * the rule no longer finds it. A finding that a user judged is changed only by users. A place that was marked as false
 * is not opened again. A place that existed when the hospital acknowledged the rule's worst place is not opened again
 * either. Nothing is ever deleted.
 */
import { accept, refuse, type Result } from '../kit/result.ts';
import type { CriticalRuleKey } from './critical-rules.ts';

export const criticalStates = ['open', 'confirmed', 'acknowledged', 'false', 'withdrawn'] as const;
export type CriticalState = (typeof criticalStates)[number];

/** States in which somebody has to act. */
export const underWayStates = ['open', 'confirmed'] as const satisfies readonly CriticalState[];
export const isUnderWay = (state: CriticalState): boolean => underWayStates.some((one) => one === state);

/** The states that a report includes: neither refuted nor withdrawn. */
export const reportedStates = [...underWayStates, 'acknowledged'] as const satisfies readonly CriticalState[];

export const criticalActs = ['confirm', 'refute', 'call', 'acknowledge', 'escalate'] as const;
export type CriticalAct = (typeof criticalActs)[number];

/** The ways in which a hospital can be contacted. */
export const callWays = ['telephone', 'message', 'in_person'] as const;
export type CallWay = (typeof callWays)[number];

/** All events that the history of a finding may contain. */
export const criticalEvents = [
  'found',
  'notified',
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

/** Returns what a user may do with a finding now. */
export function actsOn(state: CriticalState): CriticalAct[] {
  return criticalActs.filter((act) => mayFollow[act].some((one) => one === state));
}

/** Returns the state after an act. */
export function stepCritical(state: CriticalState, act: CriticalAct): Result<CriticalState> {
  return actsOn(state).includes(act) ? accept(leadsTo[act] ?? state) : refuse('critical/wrong-state');
}

/** Returns how many of the five steps of a finding are done: found, notified, confirmed, called, acknowledged. */
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
  /** All places of the rule at the time it was found. */
  readonly places: readonly Span[];
}

const overlap = (a: Span, b: Span): boolean =>
  a.start_sample <= b.end_sample && b.start_sample <= a.end_sample;

/**
 * Returns a function that checks whether a span overlaps one of these. A rule may have tens of thousands of places, so
 * it uses a binary search.
 */
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

/**
 * Returns which findings of a case are withdrawn and opened. `found` contains the current places of its reading, the
 * most severe of each rule first.
 */
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
