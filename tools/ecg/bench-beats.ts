/** Beats on mitdb: the engine over whole records, plain and altered, scored after EC57. */
import { beatFigures, compareBeats, percent, sumTables } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import type { BeatFigures, ConfusionTable, LabelledBeats } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { compareRuns, runCategories } from '@rhythmdesk/ecg/scoring/run-by-run';
import type { RunCategory, RunFigures } from '@rhythmdesk/ecg/scoring/run-by-run';
import { byteV } from '@rhythmdesk/ecg/beats/beat-class';
import { qualityCode } from '@rhythmdesk/ecg/signal/quality';
import { flutterSegments, referenceBeats } from './reference.ts';
import { readWfdb, recordNames } from './records.ts';
import type { EcgRecord } from './records.ts';
import { analyse } from './run-engine.ts';
import { atRate, inverted, scaled } from './altered-records.ts';

export interface RecordScore {
  readonly name: string;
  readonly table: ConfusionTable;
  readonly unread_share: number;
  readonly runs: Record<RunCategory, RunFigures>;
}
export interface VariantScore {
  readonly title: string;
  readonly records: readonly RecordScore[];
  readonly figures: BeatFigures;
}
interface Variant {
  readonly title: string;
  readonly leads: readonly number[];
  alter(record: EcgRecord): EcgRecord;
}

export const variants: readonly Variant[] = [
  { title: 'first lead', leads: [0], alter: (record) => record },
  { title: 'first lead at 250 Hz', leads: [0], alter: (record) => atRate(record, 250) },
  { title: 'first lead inverted', leads: [0], alter: inverted },
  { title: 'first lead at a third of its size', leads: [0], alter: (record) => scaled(record, 1 / 3) },
  { title: 'second lead', leads: [1], alter: (record) => record },
  { title: 'both leads', leads: [0, 1], alter: (record) => record },
];

function scoreRecord(original: EcgRecord, variant: Variant): RecordScore {
  const result = analyse(variant.alter(original), variant.leads);
  const factor = original.sampling_hz / result.beats.sampling_hz;
  const test: LabelledBeats = {
    samples: Float64Array.from(result.beats.samples, (sample) => sample * factor),
    classes: result.beats.classes,
  };
  const reference = referenceBeats(original.annotations);
  const hz = original.sampling_hz;
  const unread = result.quality.used.filter((code) => code !== qualityCode.usable).length;
  return {
    name: original.name,
    table: compareBeats({
      reference,
      test,
      sampling_hz: hz,
      excluded: flutterSegments(original.annotations, 0.15 * hz),
    }),
    unread_share: unread / Math.max(1, result.quality.seconds),
    runs: compareRuns(reference, test, byteV, hz),
  };
}

export function scoreVariant(variant: Variant): VariantScore {
  const records = recordNames('mitdb', '.dat').map((name) => scoreRecord(readWfdb('mitdb', name), variant));
  return {
    title: variant.title,
    records,
    figures: beatFigures(sumTables(records.map((record) => record.table))),
  };
}

export const figure = (ratio: { hits: number; of: number }): string =>
  ratio.of === 0 ? '–' : percent(ratio).toFixed(2);

export function beatLine(title: string, figures: BeatFigures): string {
  const pair = (a: keyof BeatFigures, b: keyof BeatFigures): string =>
    `${figure(figures[a])} / ${figure(figures[b])}`;
  return `| ${title} | ${pair('qrs_sensitivity', 'qrs_predictivity')} | ${pair('v_sensitivity', 'v_predictivity')} | ${pair('s_sensitivity', 's_predictivity')} |`;
}

export function runLines(records: readonly RecordScore[]): string[] {
  return runCategories.map((category) => {
    const sum = (part: 'sensitivity' | 'predictivity') =>
      records.reduce(
        (all, { runs }) => ({
          hits: all.hits + runs[category][part].hits,
          of: all.of + runs[category][part].of,
        }),
        { hits: 0, of: 0 },
      );
    return `| ${category} | ${figure(sum('sensitivity'))} (${sum('sensitivity').of}) | ${figure(sum('predictivity'))} (${sum('predictivity').of}) |`;
  });
}
