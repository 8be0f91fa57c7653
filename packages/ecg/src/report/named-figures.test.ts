/** Checks on random readings that every figure that appears in several places has one value. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultCriteria } from '../criteria/criteria.ts';
import { rhythmKeys, type RhythmKey } from '../labels/rhythm-labels.ts';
import { findingQueue, type QueueGroup } from '../reading/finding-queue.ts';
import { readExtremes } from '../reading/read-extremes.ts';
import type { ReadingEdit } from '../reading/edits.ts';
import { createReadingFigures, readFindings } from '../reading/reading-figures.ts';
import { applyEdits, type Reading, type ReadingBase } from '../reading/reading.ts';
import { anyEdit, logged, testBase } from '../reading/test-edits.ts';
import { templateGroups } from '../reading/template-groups.ts';
import { countFindings } from '../rhythm/count-findings.ts';
import { namedFigures } from './named-figures.ts';
import { reportFigures } from './report-figures.ts';

/** Beats that are early in turn give fast runs beside slow ones, and a missed stretch of beats gives pauses. */
const bases = {
  even: testBase(),
  uneven: testBase((i) => (i % 60 < 20 ? -((i % 60) * 80) : -1520 + (i % 60) * 2)),
};

/** Rejects a finding or an extreme of the reading so far; `pick` chooses among them. */
function rejection(edits: readonly ReadingEdit[], of: ReadingBase, pick: number): ReadingEdit[] {
  const reading = applyEdits(of, logged(edits));
  const summary = figuresOf(reading);
  const found = readFindings(summary, reading).filter(
    ({ state, kind }) => state === 'open' && kind !== 'noise',
  );
  const extremes = readExtremes(summary, reading).filter(({ rejected }) => !rejected);
  const at = pick % Math.max(1, found.length + extremes.length);
  const [finding, extreme] = [found[at], extremes[at - found.length]];
  if (finding !== undefined) {
    const { kind, start_sample, end_sample } = finding;
    return [{ kind: 'judge_finding', finding: { kind, start_sample, end_sample }, verdict: 'rejected' }];
  }
  if (extreme === undefined) return [];
  const thing = { of: 'extreme' as const, extreme: extreme.extreme, sample: extreme.sample };
  return [{ kind: 'judge_thing', thing, verdict: 'rejected' }];
}

const figuresOf = (reading: Reading, episode_limit?: number) =>
  createReadingFigures()(reading, {
    criteria: defaultCriteria,
    engine_version: 'test',
    ...(episode_limit !== undefined && { episode_limit }),
  });

function placesOf(edits: readonly ReadingEdit[], of: ReadingBase, episode_limit?: number) {
  const reading = applyEdits(of, logged(edits));
  const summary = figuresOf(reading, episode_limit);
  const report = reportFigures(reading, summary, []);
  const queue = findingQueue({
    findings: readFindings(summary, reading),
    templates: templateGroups(reading.beats),
    extremes: readExtremes(summary, reading),
    events: [],
    accepted: reading.accepted,
    limited: summary.limited_kinds,
  });
  return { reading, summary, report, queue, named: namedFigures(report) };
}

/** Returns how many findings of a kind the queue has that nobody rejected. */
function queued(
  queue: readonly QueueGroup[],
  limited: readonly { kind: RhythmKey; found: number; listed: number }[],
) {
  return (...kinds: readonly RhythmKey[]): number => {
    const items = queue.flatMap((group) => group.items);
    const listed = items.filter(
      (item) => item.of === 'episode' && item.state !== 'rejected' && kinds.includes(item.finding.kind),
    );
    const unlisted = limited.filter(({ kind }) => kinds.includes(kind));
    return unlisted.reduce((sum, { found, listed: shown }) => sum + found - shown, listed.length);
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const most = (values: readonly (number | null)[]): number | null =>
  values.reduce((best, value) => (value === null ? best : Math.max(best ?? value, value)), null);
const least = (values: readonly (number | null)[]): number | null =>
  values.reduce((best, value) => (value === null ? best : Math.min(best ?? value, value)), null);

test('conclusion, tables, queue and periods have the same numbers, after any edits', () => {
  fc.assert(
    fc.property(
      fc.array(anyEdit, { maxLength: 30 }),
      fc.array(fc.nat(1000), { maxLength: 6 }),
      fc.constantFrom('even' as const, 'uneven' as const),
      fc.constantFrom(undefined, 3),
      (given, rejected, name, limit) => {
        const of = bases[name];
        const edits = [...given];
        for (const pick of rejected) edits.push(...rejection(edits, of, pick));
        const { reading, summary, report, queue, named } = placesOf(edits, of, limit);
        const inQueue = queued(queue, summary.limited_kinds ?? []);
        const counts = new Map(countFindings(summary).map(({ kind, count }) => [kind, count]));
        for (const kind of rhythmKeys) {
          if (kind === 'sinus' || kind === 'no_signal') continue;
          expect([kind, counts.get(kind) ?? 0]).toEqual([kind, inQueue(kind)]);
        }
        expect(named.s_runs).toBe(inQueue('svt'));
        expect(named.v_runs).toBe(inQueue('vt', 'ivr'));
        expect(named.v_couplets).toBe(inQueue('v_couplet'));
        expect(named.af_episodes).toBe(inQueue('af'));
        const extremes = readExtremes(summary, reading).filter((one) => !one.rejected);
        const shown = (key: string) => extremes.find(({ extreme }) => extreme === key)?.value ?? null;
        expect(named.longest_rr_ms).toBe(shown('longest_rr'));
        expect(named.rate_max === null ? null : Math.round(named.rate_max)).toBe(shown('max_rate'));
        expect(named.rate_min === null ? null : Math.round(named.rate_min)).toBe(shown('min_rate'));
        for (const rows of [report.summary.hours, report.summary.days]) {
          expect(sum(rows.map(({ v }) => v))).toBe(named.v_beats);
          expect(sum(rows.map(({ s }) => s))).toBe(named.s_beats);
          expect(sum(rows.map(({ beats }) => beats))).toBe(summary.beats.total);
          expect(sum(rows.map(({ pauses }) => pauses))).toBe(named.pauses);
          expect([summary.beats.v, summary.beats.s]).toEqual([named.v_beats, named.s_beats]);
          expect(most(rows.map(({ hr_max }) => hr_max))).toBe(named.rate_max);
          expect(least(rows.map(({ hr_min }) => hr_min))).toBe(named.rate_min);
          expect(most(rows.map(({ longest_rr_ms }) => longest_rr_ms))).toBe(named.longest_rr_ms);
          expect(sum(rows.map(({ af_s }) => af_s))).toBeCloseTo(summary.af.seconds, 1);
        }
      },
    ),
    { numRuns: 100 },
  );
});
