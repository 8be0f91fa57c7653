/** Checks the finding queue: it is in the order of a technician's work, whatever the order of the findings. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rhythmKeys } from '../labels/rhythm-labels.ts';
import {
  findingQueue,
  inHeldOrder,
  nextOpenItem,
  nextOpenItems,
  queueKindOf,
  queueKinds,
} from './finding-queue.ts';
import type { QueueInput } from './finding-queue.ts';
import type { ReadFinding } from './reading-figures.ts';

const anyFinding: fc.Arbitrary<ReadFinding> = fc
  .record({
    kind: fc.constantFrom(...rhythmKeys),
    start_sample: fc.nat(1_000_000),
    length: fc.nat(100_000),
    beats: fc.nat(50),
    bpm: fc.constant(null),
    state: fc.constantFrom('open' as const, 'accepted' as const, 'rejected' as const),
    shape: fc.constant(null),
    certainty: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ length, ...rest }) => ({ ...rest, end_sample: rest.start_sample + length }));
const spanOf = ({ kind, start_sample, end_sample }: ReadFinding): string =>
  `${kind} ${String(start_sample)} ${String(end_sample)}`;
const findings = fc.uniqueArray(anyFinding, { maxLength: 40, selector: spanOf });
const input = (of: Partial<QueueInput>): QueueInput => ({
  findings: [],
  templates: [],
  extremes: [],
  events: [],
  accepted: [],
  ...of,
});
const keysOf = (of: Partial<QueueInput>): string[] =>
  findingQueue(input(of)).flatMap(({ items }) => items.map(({ key }) => key));
const finding = (of: Partial<ReadFinding>): ReadFinding => ({
  kind: 'af',
  start_sample: 0,
  end_sample: 100,
  beats: 9,
  bpm: 90,
  state: 'open',
  certainty: 0.9,
  shape: null,
  ...of,
});

test('AV block of the second and third degree comes after asystole and before all else, the most severe first', () => {
  const kinds = (['vf', 'wenckebach', 'avb1', 'mobitz', 'avb3', 'avb_high', 'asystole'] as const).map(
    (kind) => finding({ kind }),
  );
  expect(keysOf({ findings: kinds })).toEqual(
    ['asystole', 'avb3', 'avb_high', 'mobitz', 'wenckebach', 'vf', 'avb1'].map((kind) => `${kind} 0 100`),
  );
});

test('asystole and ventricular standstill come before all else, standstill first', () => {
  const kinds = (['noise', 'vf', 'asystole', 'standstill'] as const).map((kind) => finding({ kind }));
  expect(keysOf({ findings: kinds }).slice(0, 2)).toEqual(['standstill 0 100', 'asystole 0 100']);
});

test('a group whose findings are listed in part is never completely judged', () => {
  const findings = [finding({ kind: 'vt', state: 'accepted' }), finding({ kind: 'vf', state: 'accepted' })];
  const limited = [{ kind: 'vt', found: 43, listed: 1, samples: 9_000 }] as const;
  const group = findingQueue(input({ findings, limited })).find(({ kind }) => kind === 'v_runs');
  expect(group).toMatchObject({ found: 44, unlisted: 42, judged: 2 });
});

test('every finding is in exactly one group, and every kind exists', () => {
  fc.assert(
    fc.property(findings, (list) => {
      const queue = findingQueue(input({ findings: list }));
      expect(queue.map(({ kind }) => kind)).toEqual(queueKinds);
      const read = list.filter(({ kind }) => queueKindOf(kind) !== null);
      expect(queue.flatMap(({ items }) => items.map(({ key }) => key)).sort()).toEqual(
        read.map(spanOf).sort(),
      );
      for (const { kind, items } of queue)
        for (const item of items) expect(item.of === 'episode' && queueKindOf(item.finding.kind)).toBe(kind);
    }),
  );
});

test('the order does not depend on the order of the findings', () => {
  fc.assert(
    fc.property(
      findings.chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
      ),
      ([list, shuffled]) => {
        expect(keysOf({ findings: shuffled })).toEqual(keysOf({ findings: list }));
      },
    ),
  );
});

test('judging moves none, and n of m counts accepted findings of all found', () => {
  fc.assert(
    fc.property(findings, (list) => {
      const judged = list.map((one) => ({ ...one, state: 'accepted' as const }));
      expect(keysOf({ findings: judged })).toEqual(keysOf({ findings: list }));
      for (const { found, accepted, judged: done, items } of findingQueue(input({ findings: list }))) {
        expect([found, accepted, done]).toEqual([
          items.length,
          items.filter(({ state }) => state === 'accepted').length,
          items.filter(({ state }) => state !== 'open').length,
        ]);
      }
    }),
  );
});

test('the most severe comes first, among equals the doubtful, then the longer, then the less certain', () => {
  const list = [
    finding({ kind: 'ivr', start_sample: 1, end_sample: 900, certainty: 0.2 }),
    finding({ kind: 'vt', start_sample: 2, end_sample: 50, certainty: 0.9 }),
    finding({ kind: 'vt', start_sample: 3, end_sample: 500, certainty: 0.95 }),
    finding({ kind: 'vt', start_sample: 4, end_sample: 20, certainty: 0.5 }),
    finding({ kind: 'vt', start_sample: 5, end_sample: 53, certainty: 0.7 }),
    finding({ kind: 'noise', start_sample: 6, end_sample: 7, certainty: null }),
  ];
  expect(keysOf({ findings: list })).toEqual([
    'noise 6 7',
    'vt 4 20',
    'vt 3 500',
    'vt 5 53',
    'vt 2 50',
    'ivr 1 900',
  ]);
});

test('groups, extremes and events are judged by name, and an edited finding keeps its original name', () => {
  const template = {
    template: 3,
    beats: 9,
    label: 'V',
    labelled: 9,
    classes: [],
    certainty: 0.5,
    first_sample: 1,
    worst_sample: 7,
  } as const;
  const filtered = input({
    findings: [
      finding({
        state: 'mended',
        episode: 8,
        start_sample: 20,
        instead_of: { kind: 'af', start_sample: 0, end_sample: 100 },
      }),
      finding({ state: 'rejected' }),
      finding({ kind: 'svt', state: 'mended', episode: 9 }),
    ],
    templates: [template],
    extremes: [
      { extreme: 'max_rate', sample: 44, value: 163, rejected: false },
      { extreme: 'longest_rr', sample: 30, value: 1400, rejected: false },
      { extreme: 'max_rate', sample: 12, value: 240, rejected: true },
    ],
    events: [70],
    accepted: [
      { of: 'template', template: 3 },
      { of: 'event', sample: 70 },
      { of: 'extreme', extreme: 'max_rate', sample: 45 },
    ],
  });
  const items = findingQueue(filtered).flatMap(({ items: held }) =>
    held.map(({ key, state }) => [key, state]),
  );
  expect(items).toEqual([
    ['template 3', 'accepted'],
    ['episode 9', 'mended'],
    ['af 0 100', 'mended'],
    ['max_rate 12', 'rejected'],
    ['max_rate 44', 'open'],
    ['longest_rr 30', 'open'],
    ['event 70', 'accepted'],
  ]);
});

test('the next open item is after the selected one, over the groups, wrapping at the end', () => {
  const list = [
    finding({ kind: 'vt', start_sample: 1, state: 'open' }),
    finding({ kind: 'af', start_sample: 2, state: 'accepted' }),
    finding({ kind: 'pause', start_sample: 3, state: 'open' }),
  ];
  const queue = findingQueue(input({ findings: list }));
  expect(nextOpenItem(queue, null)?.key).toBe('vt 1 100');
  expect(nextOpenItems(queue, 'vt 1 100', 5).map(({ key }) => key)).toEqual(['pause 3 100', 'vt 1 100']);
  expect(nextOpenItems(queue, 'vt 1 100', 1)).toHaveLength(1);
  expect(nextOpenItem(queue, 'vt 1 100')?.key).toBe('pause 3 100');
  expect(nextOpenItem(queue, 'pause 3 100')?.key).toBe('vt 1 100');
  expect(nextOpenItem(findingQueue(input({ findings: list.slice(1, 2) })), null)).toBeNull();
  // Judged in one action: the findings judged with it are skipped, though the queue does not show it yet.
  expect(nextOpenItem(queue, 'vt 1 100', new Set(['vt 1 100', 'pause 3 100']))).toBeNull();
});

test('shown items stay in their position, new ones are appended and counted', () => {
  fc.assert(
    fc.property(findings, findings, (before, after) => {
      const held = keysOf({ findings: before });
      const { groups, fresh } = inHeldOrder(findingQueue(input({ findings: after })), held);
      expect(groups.flatMap(({ items }) => items.map(({ key }) => key)).sort()).toEqual(
        keysOf({ findings: after }).sort(),
      );
      expect(fresh).toBe(keysOf({ findings: after }).filter((key) => !held.includes(key)).length);
      for (const { items } of groups) {
        const places = items.map(({ key }) => held.indexOf(key)).map((at) => (at < 0 ? Infinity : at));
        expect(places).toEqual([...places].sort((a, b) => (a === b ? 0 : a - b)));
      }
    }),
  );
});
