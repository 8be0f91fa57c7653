/**
 * Puts the findings of a reading into the order in which technicians work. The order is asystole and ventricular
 * standstill, AV block, unreadable signal, templates, ventricular and supraventricular runs, atrial fibrillation,
 * pauses and extremes, patient events. Within a kind the most severe comes first; among equally severe ones those below
 * `unsureBelow`, then the larger, the less certain, the earlier.
 *
 * Invariants: each finding is in exactly one group; the order depends on the findings only, not on their input order;
 * judging one moves no other; `judged` equals `found` once nothing is open.
 */
import { extremeKeys } from '../labels/extreme-labels.ts';
import type { ExtremeKey } from '../labels/extreme-labels.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import { countUnlisted, type LimitedKind } from '../rhythm/summary.ts';
import type { JudgedThing } from './edits.ts';
import { thingKey } from './marks-layer.ts';
import type { ReadExtreme } from './read-extremes.ts';
import type { FindingState, ReadFinding } from './reading-figures.ts';
import type { TemplateGroup } from './template-groups.ts';

export const queueKinds = [
  ...(['asystole', 'av_block'] as const),
  ...(['quality', 'templates', 'v_runs', 'v_patterns', 's_runs', 's_patterns', 'af', 'rhythms'] as const),
  ...(['pauses', 'rates', 'extremes', 'events'] as const),
] as const;
export type QueueKind = (typeof queueKinds)[number];

/** Below this certainty a finding is shown as uncertain and sorted before equally severe ones. */
export const unsureBelow = 0.6;

interface QueuePlace {
  /** Stays the same for a finding through all edits. */
  readonly key: string;
  readonly start_sample: number;
  readonly end_sample: number;
  readonly state: FindingState;
  /** 0 to 1; null if unknown. */
  readonly certainty: number | null;
}
export type QueueItem =
  | (QueuePlace & { readonly of: 'episode'; readonly finding: ReadFinding })
  | (QueuePlace & { readonly of: 'template'; readonly group: TemplateGroup })
  | (QueuePlace & { readonly of: 'event' })
  | (QueuePlace & { readonly of: 'extreme'; readonly extreme: ExtremeKey; readonly value: number });

export interface QueueGroup {
  readonly kind: QueueKind;
  /** In reading order. */
  readonly items: readonly QueueItem[];
  readonly found: number;
  /** The part of `found` that the summary does not list. These findings stay open. */
  readonly unlisted: number;
  readonly accepted: number;
  /** Accepted, edited or rejected. */
  readonly judged: number;
}

export interface QueueInput {
  readonly findings: readonly ReadFinding[];
  readonly templates: readonly TemplateGroup[];
  readonly extremes: readonly ReadExtreme[];
  /** Samples at which the patient pressed the event button. */
  readonly events: readonly number[];
  readonly accepted: readonly JudgedThing[];
  /** The kinds that the summary lists only in part. */
  readonly limited?: readonly LimitedKind[] | undefined;
}

/** The group of each rhythm, and its severity within the group. */
const placeOf = {
  sinus: null,
  no_signal: null,
  noise: ['quality', 0],
  vf: ['v_runs', 4],
  vfl: ['v_runs', 3],
  vt: ['v_runs', 2],
  ivr: ['v_runs', 1],
  v_triplet: ['v_patterns', 3],
  v_couplet: ['v_patterns', 2],
  v_bigeminy: ['v_patterns', 1],
  v_trigeminy: ['v_patterns', 0],
  svt: ['s_runs', 0],
  s_triplet: ['s_patterns', 3],
  s_couplet: ['s_patterns', 2],
  s_bigeminy: ['s_patterns', 1],
  s_trigeminy: ['s_patterns', 0],
  af: ['af', 0],
  afl: ['af', 1],
  avb3: ['av_block', 5],
  avb_high: ['av_block', 4],
  mobitz: ['av_block', 3],
  avb_2to1: ['av_block', 2],
  avb2: ['av_block', 1],
  wenckebach: ['av_block', 0],
  avb1: ['rhythms', 5],
  atrial: ['rhythms', 4],
  nodal: ['rhythms', 3],
  preexcitation: ['rhythms', 2],
  paced: ['rhythms', 1],
  other: ['rhythms', 0],
  standstill: ['asystole', 1],
  asystole: ['asystole', 0],
  pause: ['pauses', 0],
  brady: ['rates', 1],
  tachy: ['rates', 0],
} as const satisfies Record<RhythmKey, readonly [QueueKind, number] | null>;

export const queueKindOf = (rhythm: RhythmKey): QueueKind | null => placeOf[rhythm]?.[0] ?? null;

/** Returns the group of an item; null for a rhythm that is no finding. */
export function kindOfItem(item: QueueItem): QueueKind | null {
  if (item.of === 'episode') return queueKindOf(item.finding.kind);
  return ({ template: 'templates', extreme: 'extremes', event: 'events' } as const)[item.of];
}

interface Ranked {
  readonly kind: QueueKind;
  readonly item: QueueItem;
  readonly grave: number;
  readonly size: number;
}

/** Returns the key of an episode; an edited finding keeps the key of its original. */
function episodeKey({ kind, start_sample, end_sample, episode, instead_of }: ReadFinding): string {
  const span = instead_of ?? (episode === undefined ? { kind, start_sample, end_sample } : null);
  return span === null
    ? `episode ${String(episode)}`
    : `${span.kind} ${String(span.start_sample)} ${String(span.end_sample)}`;
}

function ofEpisode(finding: ReadFinding): Ranked[] {
  const place = placeOf[finding.kind];
  if (place === null) return [];
  const { start_sample, end_sample, state, certainty } = finding;
  const key = episodeKey(finding);
  return [
    {
      kind: place[0],
      item: { of: 'episode', key, start_sample, end_sample, state, certainty, finding },
      grave: place[1],
      size: end_sample - start_sample,
    },
  ];
}

function queueItems({ findings, templates, extremes, events, accepted }: QueueInput): Ranked[] {
  const done = new Set(accepted.map(thingKey));
  const judge = (thing: JudgedThing): { key: string; state: FindingState } => {
    const key = thingKey(thing);
    return { key, state: done.has(key) ? 'accepted' : 'open' };
  };
  return [
    ...findings.flatMap(ofEpisode),
    ...templates.map((group): Ranked => {
      const { template, certainty, worst_sample: at } = group;
      const place = { start_sample: at, end_sample: at, certainty };
      const item = { of: 'template' as const, ...judge({ of: 'template', template }), ...place, group };
      return { kind: 'templates', item, grave: 0, size: group.beats };
    }),
    ...extremes.map(({ extreme, sample, value, rejected }): Ranked => {
      const place = { start_sample: sample, end_sample: sample, certainty: null };
      const judged = judge({ of: 'extreme', extreme, sample });
      const state = rejected ? 'rejected' : judged.state;
      return {
        kind: 'extremes',
        item: { of: 'extreme', ...judged, state, ...place, extreme, value },
        grave: -extremeKeys.indexOf(extreme),
        size: 0,
      };
    }),
    ...events.map((sample): Ranked => {
      const place = { start_sample: sample, end_sample: sample, certainty: null };
      return {
        kind: 'events',
        item: { of: 'event', ...judge({ of: 'event', sample }), ...place },
        grave: 0,
        size: 0,
      };
    }),
  ];
}

const isUnsure = ({ item }: Ranked): boolean => item.certainty !== null && item.certainty < unsureBelow;

/** Compares two findings; negative if `a` comes before `b`. */
function order(a: Ranked, b: Ranked): number {
  return (
    b.grave - a.grave ||
    Number(isUnsure(b)) - Number(isUnsure(a)) ||
    b.size - a.size ||
    (a.item.certainty ?? 1) - (b.item.certainty ?? 1) ||
    a.item.start_sample - b.item.start_sample ||
    (a.item.key < b.item.key ? -1 : 1)
  );
}

/** Merges a finding that was first rejected and later edited into one. */
function onceEach(ranked: readonly Ranked[]): Ranked[] {
  const byKey = new Map<string, Ranked>();
  for (const one of ranked) {
    const held = byKey.get(one.item.key);
    if (held === undefined || held.item.state === 'rejected') byKey.set(one.item.key, one);
  }
  return [...byKey.values()];
}

/** Returns all groups, also those without findings. */
export function findingQueue(input: QueueInput): QueueGroup[] {
  const ranked = onceEach(queueItems(input));
  return queueKinds.map((kind) => {
    const limited = (input.limited ?? []).filter((one) => queueKindOf(one.kind) === kind);
    const unlisted = countUnlisted(limited);
    const items = ranked
      .filter((one) => one.kind === kind)
      .sort(order)
      .map(({ item }) => item);
    const count = (is: (state: FindingState) => boolean): number =>
      items.reduce((sum, { state }) => sum + Number(is(state)), 0);
    return {
      kind,
      items,
      found: items.length + unlisted,
      unlisted,
      accepted: count((state) => state === 'accepted' || state === 'mended'),
      judged: count((state) => state !== 'open'),
    };
  });
}

/** Returns how many items of the queue were not judged, those that the summary does not list included. */
export const openItems = (input: QueueInput): number =>
  findingQueue(input).reduce((sum, { found, judged }) => sum + found - judged, 0);

const nothing: ReadonlySet<string> = new Set();

/**
 * Returns the next open items after a key, through the groups in their order and from the start again at the end. The
 * item at the key itself comes last. Without a key, it starts at the first item. `but` contains the keys of items that
 * are being judged.
 */
export function nextOpenItems(
  groups: readonly QueueGroup[],
  key: string | null,
  most: number,
  but: ReadonlySet<string> = nothing,
): QueueItem[] {
  const all = groups.flatMap(({ items }) => items);
  const at = all.findIndex((item) => item.key === key);
  const behind = [...all.slice(at + 1), ...all.slice(0, at + 1)];
  return behind.filter((item) => item.state === 'open' && !but.has(item.key)).slice(0, most);
}

/** Returns the first of them; null if none is open. */
export function nextOpenItem(
  groups: readonly QueueGroup[],
  key: string | null,
  but: ReadonlySet<string> = nothing,
): QueueItem | null {
  return nextOpenItems(groups, key, 1, but)[0] ?? null;
}

/**
 * Reorders the groups so that items already shown keep their position; new items are appended. Also returns the number
 * of new items.
 */
export function inHeldOrder(
  groups: readonly QueueGroup[],
  held: readonly string[],
): { readonly groups: readonly QueueGroup[]; readonly fresh: number } {
  const places = new Map(held.map((key, i) => [key, i]));
  let fresh = 0;
  const ordered = groups.map((group) => {
    const known = group.items.filter(({ key }) => places.has(key));
    const others = group.items.filter(({ key }) => !places.has(key));
    fresh += others.length;
    known.sort((a, b) => (places.get(a.key) ?? 0) - (places.get(b.key) ?? 0));
    return { ...group, items: [...known, ...others] };
  });
  return { groups: ordered, fresh };
}
