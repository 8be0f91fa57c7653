import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  escalationFault,
  escalationLevels,
  nextLevel,
  criticalRuleKeys,
  criticalRuleTable,
  usualCriticalSettings,
} from './critical-rules.ts';
import {
  actsOn,
  criticalActs,
  criticalChanges,
  criticalStates,
  isUnderWay,
  stepCritical,
  stepsDone,
  type CriticalState,
  type FoundPlace,
  type KeptFinding,
} from './critical-states.ts';

const place = (
  rule: FoundPlace['rule'],
  start_sample: number,
  end_sample = start_sample + 10,
): FoundPlace => ({
  rule,
  start_sample,
  end_sample,
});
const kept = (finding_id: number, state: CriticalState, at: FoundPlace, places = [at]): KeptFinding => ({
  finding_id,
  state,
  ...at,
  places,
});

test('the most severe place of each rule is opened with all places of the rule', () => {
  const found = [place('vt', 100), place('vt', 500), place('pause', 900)];
  const { opened, withdrawn } = criticalChanges([], found, true);
  expect(withdrawn).toEqual([]);
  expect(
    opened.map(({ place: { rule, start_sample }, places }) => [rule, start_sample, places.length]),
  ).toEqual([
    ['vt', 100, 2],
    ['pause', 900, 1],
  ]);
  expect(criticalChanges([], found, false).opened).toEqual([]);
});

test('a finding that its rule no longer finds is withdrawn, and the next place follows', () => {
  const before = [kept(1, 'open', place('vt', 100))];
  expect(criticalChanges(before, [place('vt', 104)], true)).toEqual({ withdrawn: [], opened: [] });
  const gone = criticalChanges(before, [place('vt', 500)], true);
  expect(gone.withdrawn).toEqual([1]);
  expect(gone.opened.map((one) => one.place.start_sample)).toEqual([500]);
});

test('the engine does not withdraw a finding that a user confirmed', () => {
  expect(criticalChanges([kept(1, 'confirmed', place('vt', 100))], [], true).withdrawn).toEqual([]);
});

test('a rejected place stays rejected, and the next one of the rule is opened', () => {
  const found = [place('vt', 100), place('vt', 500)];
  const { opened } = criticalChanges([kept(1, 'false', place('vt', 100), found)], found, true);
  expect(opened.map((one) => one.place.start_sample)).toEqual([500]);
});

test('an acknowledged rule opens none of tens of thousands of places that existed then', () => {
  const there = Array.from({ length: 30_000 }, (_, i) => place('pause', 100 * ((7_919 * i) % 30_000)));
  const acknowledged = [kept(1, 'acknowledged', place('pause', 0), there)];
  expect(criticalChanges(acknowledged, there, true).opened).toEqual([]);
  const between = place('pause', 1_550, 1_560);
  expect(criticalChanges(acknowledged, [...there, between], true).opened).toMatchObject([{ place: between }]);
});

test('an acknowledged rule opens no former places, only new ones', () => {
  const there = [place('vt', 100), place('vt', 500)];
  const before = [kept(1, 'acknowledged', place('vt', 100), there)];
  expect(criticalChanges(before, there, true).opened).toEqual([]);
  expect(criticalChanges(before, [...there, place('vt', 900)], true).opened).toHaveLength(1);
});

const anyPlace = fc
  .tuple(fc.constantFrom('vt' as const, 'pause' as const, 'vf' as const), fc.nat(200))
  .map(([rule, at]) => place(rule, 10 * at));

test('a rule always has one finding in progress, and judging the same twice changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(anyPlace, { maxLength: 6 }), fc.constantFrom(...criticalActs)), {
        maxLength: 8,
      }),
      (turns) => {
        let all: KeptFinding[] = [];
        for (const [found, act] of turns) {
          const { withdrawn, opened } = criticalChanges(all, found, true);
          all = all.map((one) => (withdrawn.includes(one.finding_id) ? { ...one, state: 'withdrawn' } : one));
          for (const { place: at, places } of opened)
            all.push({ finding_id: all.length + 1, state: 'open', ...at, places });
          expect(criticalChanges(all, found, true)).toEqual({ withdrawn: [], opened: [] });
          const [first] = all.filter(({ state }) => isUnderWay(state));
          const step = first === undefined ? null : stepCritical(first.state, act);
          if (first !== undefined && step?.ok === true)
            all = all.map((one) => (one === first ? { ...one, state: step.value } : one));
          const underWay = all.filter(({ state }) => isUnderWay(state)).map(({ rule }) => rule);
          expect(new Set(underWay).size).toBe(underWay.length);
        }
      },
    ),
  );
});

test('only a confirmed finding leads to a call and an acknowledgement; an ended one accepts only another review', () => {
  const acts = Object.fromEntries(criticalStates.map((state) => [state, actsOn(state)]));
  expect(acts).toEqual({
    open: ['confirm', 'refute', 'escalate'],
    confirmed: ['refute', 'call', 'acknowledge', 'escalate'],
    acknowledged: [],
    false: ['confirm'],
    withdrawn: [],
  });
  expect(stepCritical('open', 'acknowledge')).toEqual({ ok: false, code: 'critical/wrong-state' });
  expect([stepsDone('open', false), stepsDone('confirmed', false), stepsDone('confirmed', true)]).toEqual([
    2, 3, 4,
  ]);
  expect(stepsDone('acknowledged', false)).toBe(5);
});

test('levels follow one another, each later than the one before', () => {
  const { escalation } = usualCriticalSettings;
  const nextLevels = [1, 2, 3, 4].map((level) => nextLevel(level, escalation)?.name ?? null);
  expect(nextLevels).toEqual([...escalationLevels.slice(1), null]);
  expect(escalationFault(escalation)).toBeNull();
  expect(escalationFault({ ...escalation, center: escalation.technicians })).toBe('center');
  expect(escalationFault({ technicians: 30, center: 20, hospital: 40 })).toBe('center');
});

test('the default rules are those of the table, within its limits', () => {
  for (const key of criticalRuleKeys) {
    const { on, deadline_minutes, ...given } = usualCriticalSettings.rules[key];
    const { deadline, limits } = criticalRuleTable[key];
    const rows: Readonly<Record<string, { usual: number; least: number; most: number }>> = limits;
    expect([on, deadline_minutes]).toEqual([true, deadline]);
    expect(Object.keys(given).sort()).toEqual(Object.keys(rows).sort());
    for (const [name, value] of Object.entries(given)) {
      const { usual = NaN, least = NaN, most = NaN } = rows[name] ?? {};
      expect(value).toBe(usual);
      expect(value).toBeGreaterThanOrEqual(least);
      expect(value).toBeLessThanOrEqual(most);
    }
  }
});
