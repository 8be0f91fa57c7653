/**
 * Measures how the engine classifies stretches without QRS (`without-qrs`), made from the first lead of every record of
 * mitdb and svdb with a steady rhythm. It counts how many are one pause or asystole that starts within 0.2 s of the
 * last beat and lasts to the next, how many overlap one at all, and how many are named ventricular standstill: only
 * those with continuing P waves should be.
 */
import { isPauseKind } from '@rhythmdesk/ecg/rhythm/pauses';
import { readWfdb, recordNames } from './records.ts';
import { analyse } from './run-engine.ts';
import { withoutQrs } from './without-qrs.ts';
import type { StretchWithoutQrs } from './without-qrs.ts';

type Episode = ReturnType<typeof analyse>['summary']['episodes'][number];

const isWithoutQrs = ({ kind }: Episode): boolean => isPauseKind(kind);

class Tally {
  private readonly rows = new Map<string, [number, number, number, number]>();

  add({ kind, seconds }: StretchWithoutQrs, isFound: boolean, isMet: boolean, isStandstill: boolean): void {
    for (const name of [kind, `${String(seconds)} s`, 'all']) {
      const row = this.rows.get(name) ?? [0, 0, 0, 0];
      this.rows.set(name, [
        row[0] + 1,
        row[1] + Number(isFound),
        row[2] + Number(isMet),
        row[3] + Number(isStandstill),
      ]);
    }
  }

  lines(): string[] {
    const percent = (part: number, of: number): string => ((100 * part) / of).toFixed(1);
    return [...this.rows].map(
      ([name, [of, found, met, named]]) =>
        `| ${name} | ${String(of)} | ${percent(found, of)} | ${percent(met, of)} | ${percent(named, of)} |`,
    );
  }
}

/** The kinds and lengths start differently for each record, so that all of them occur at all positions. */
const turns = [0, 2];

export function standstillLines(): string[] {
  const tally = new Tally();
  for (const set of ['mitdb', 'svdb'])
    for (const name of recordNames(set, '.hea')) {
      const record = readWfdb(set, name);
      for (const turn of turns) {
        const made = withoutQrs(record, 0, turn + Number(name));
        if (made === null) continue;
        const hz = record.sampling_hz;
        const episodes = analyse(made.record, [0]).summary.episodes.filter(isWithoutQrs);
        for (const stretch of made.stretches) {
          const { start, end } = stretch;
          const isWhole = (e: Episode): boolean =>
            Math.abs(e.start_sample - start) < 0.2 * hz && e.end_sample > end - 0.5 * hz;
          const isIn = (e: Episode): boolean => e.start_sample < end && e.end_sample > start;
          const isNamed = (e: Episode): boolean => isIn(e) && e.kind === 'standstill';
          tally.add(stretch, episodes.some(isWhole), episodes.some(isIn), episodes.some(isNamed));
        }
      }
    }
  return tally.lines();
}
