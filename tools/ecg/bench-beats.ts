/** Scores beats on mitdb after EC57: the engine on whole records, original and altered. */
import type { AccuracyRowName } from '@rhythmdesk/ecg/scoring/accuracy';
import { beatFigures, compareBeats, sumTables } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import type { BeatFigures, ConfusionTable, LabelledBeats, Ratio } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { qualityCode } from '@rhythmdesk/ecg/signal/quality';
import { flutterSegments, referenceBeats } from './reference.ts';
import { readWfdb, recordNames } from './records.ts';
import type { EcgRecord } from './records.ts';
import { analyse } from './run-engine.ts';
import { atRate, inverted, scaled } from './altered-records.ts';

export interface RecordScore {
  readonly name: string;
  readonly table: ConfusionTable;
  /** Unreadable seconds of the recording. */
  readonly unread: Ratio;
}
export interface VariantScore {
  readonly name: AccuracyRowName;
  readonly records: readonly RecordScore[];
  readonly figures: BeatFigures;
}
interface Variant {
  readonly name: AccuracyRowName;
  readonly leads: readonly number[];
  alter(record: EcgRecord): EcgRecord;
}

export const variants: readonly Variant[] = [
  { name: 'first_lead', leads: [0], alter: (record) => record },
  { name: 'first_lead_250_hz', leads: [0], alter: (record) => atRate(record, 250) },
  { name: 'first_lead_inverted', leads: [0], alter: inverted },
  { name: 'first_lead_third', leads: [0], alter: (record) => scaled(record, 1 / 3) },
  { name: 'second_lead', leads: [1], alter: (record) => record },
  { name: 'both_leads', leads: [0, 1], alter: (record) => record },
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
    unread: { hits: unread, of: result.quality.seconds },
  };
}

export function scoreVariant(variant: Variant): VariantScore {
  const records = recordNames('mitdb', '.dat').map((name) => scoreRecord(readWfdb('mitdb', name), variant));
  return {
    name: variant.name,
    records,
    figures: beatFigures(sumTables(records.map((record) => record.table))),
  };
}

export const numbers = (...ratios: readonly Ratio[]): number[] =>
  ratios.flatMap(({ hits, of }) => [hits, of]);

export const beatCells = (figures: BeatFigures): number[][] => [
  numbers(figures.qrs_sensitivity, figures.qrs_predictivity),
  numbers(figures.v_sensitivity, figures.v_predictivity),
  numbers(figures.s_sensitivity, figures.s_predictivity),
];
