/**
 * Makes a report for the benchmark: an analysed day of a synthetic patient with fibrillation, with the requested number
 * of strips.
 */
import type { ReportDocument, ReportFigures } from '../../packages/contract/src/report-document.ts';
import { reportFigures as figuresShape } from '../../packages/contract/src/report-document.ts';
import type { Language } from '../../packages/domain/src/kit/languages.ts';
import { reportSections } from '../../packages/domain/src/report/report-form.ts';
import type { LoggedEdit } from '../../packages/ecg/src/reading/edits.ts';
import { createReadingFigures } from '../../packages/ecg/src/reading/reading-figures.ts';
import { applyEdits } from '../../packages/ecg/src/reading/reading.ts';
import { intervalPlaces, measureIntervals } from '../../packages/ecg/src/report/measured-intervals.ts';
import { reportFigures } from '../../packages/ecg/src/report/report-figures.ts';
import { createAnalysis } from '../../packages/ecg/src/rhythm/analysis.ts';
import { EcgGenerator } from '../../packages/ecg/src/synth/ecg-generator.ts';
import { synthPatients } from '../../packages/ecg/src/synth/patient.ts';
import { seededRandom } from '../../packages/ecg/src/synth/random.ts';
import type { DrawnStrip } from '../../packages/server/src/features/reports/strip-layout.ts';

const hz = 250;
const gainUv = 2.5;
const leads = ['I', 'II'];
const hours = 24;
const samples = hours * 3600 * hz;
const stripS = 6.8;
const start = '2026-11-05T05:00:00.000Z';

function synthetic() {
  const generator = new EcgGenerator({
    patient: { ...synthPatients.paroxysmal_af, v_per_hour: 40, v_runs_per_hour: 1, pauses_per_hour: 1 },
    labels: leads,
    sampling_hz: hz,
    samples,
    gain_uv_per_lsb: gainUv,
    start_hour: 14,
    random: seededRandom(7),
    onBeat: () => undefined,
  });
  const frames = new Int16Array(samples * leads.length);
  const analysis = createAnalysis({
    sampling_hz: hz,
    gains_uv: leads.map(() => gainUv),
    midnights_s: [36_000],
  });
  let at = 0;
  for (let block = generator.next(); block !== null; block = generator.next()) {
    frames.set(block, at);
    at += block.length;
    analysis.push(block);
  }
  return { frames, ...analysis.finish() };
}

type Synthetic = ReturnType<typeof synthetic>;

const institution = { postcode: '105-0001', address: '東京都港区虎ノ門 3-8-1' };

function stripLog({ episodes }: Synthetic['summary'], strips: number): LoggedEdit[] {
  const places = episodes.filter(({ kind }) => kind !== 'sinus' && kind !== 'noise');
  return Array.from({ length: strips }, (_, i) => {
    const found = places[Math.floor((i * places.length) / strips)];
    const from = Math.min(samples - 20 * hz, Math.max(0, (found?.start_sample ?? i * 9000) - 2 * hz));
    const ends = { start_sample: from, end_sample: from + Math.round(stripS * hz) };
    const edit = {
      kind: 'add_strip' as const,
      ...ends,
      caption: i === 1 ? '動悸を訴えた時の波形' : '',
      order: i,
    };
    return { sequence: i + 1, analysis_version: 1, edit };
  });
}

/** Returns one lead in microvolts. */
const microvolts = (frames: Int16Array, lead: number, from: number, to: number): Float32Array =>
  Float32Array.from(
    { length: to - from },
    (_, i) => (frames[(from + i) * leads.length + lead] ?? 0) * gainUv,
  );

function figuresOf({ frames, beats, quality, summary: first }: Synthetic, strips: number): ReportFigures {
  const reading = applyEdits({ beats, quality }, stripLog(first, strips));
  const summary = createReadingFigures()(reading, {
    criteria: first.criteria,
    engine_version: first.engine_version,
    midnights_s: [36_000],
  });
  const signals = intervalPlaces(beats, quality, []).map((place) => ({
    place,
    signal: microvolts(frames, place.lead, place.start_sample, place.end_sample),
  }));
  const { qrs, ...figures } = reportFigures(reading, summary, [3_600_000, 9_000_000, 15_000_000]);
  return figuresShape.parse({ ...figures, intervals: { qrs, ...measureIntervals(signals, hz) } });
}

const facts = {
  format: 1,
  made_at: '2026-11-19T05:31:00.000Z',
  report_version: 1,
  amendment: null,
  analysis_version: 1,
  case: {
    case_id: 1,
    hn_id: 'HN26K05102',
    priority: 'urgent',
    severity: 'critical',
    product_name: 'Patch P2',
    question: 'Palpitations, TIA 2025',
  },
  patient: {
    patient_id: '0048213',
    first_name: '洋子',
    last_name: '田中',
    birth_date: '1954-03-12',
    gender: 'female',
  },
  hospital: { name: 'みなと総合病院', ...institution },
  center: { name: 'Kanto ECG Reading Center', ...institution },
  letterhead: null,
  sections: [...reportSections],
  technician: { id: 1, name: 'Mori Kaede' },
  confirmer: { id: 2, name: 'Saito Ren' },
  read_at: null,
  verified_at: null,
  signed: null,
  left_out_statement: null,
  conclusion_figures: [],
  conclusion:
    'Paroxysmal atrial fibrillation. One ventricular run. No AV block of degree II or III.\nNext: assess anticoagulation; control of rate in AF.',
  critical: [
    {
      rule: 'vt',
      state: 'acknowledged',
      start_sample: 90_000,
      seconds: 11.4,
      bpm: 182,
      acknowledged_at: '2026-11-19T04:10:00.000Z',
      acknowledged_name: '佐藤',
    },
  ],
  recording: { start, end: '2026-11-06T05:00:00.000Z', time_zone: 'Asia/Tokyo', leads, synthetic: true },
  notes: ['', '階段を上って動悸', ''],
} satisfies Omit<ReportDocument, 'language' | 'figures'>;

export function reportCase(strips: number) {
  const made = synthetic();
  const figures = figuresOf(made, strips);
  const documentIn = (language: Language): ReportDocument => ({ ...facts, language, figures });
  const drawn = figures.strips.map((strip): DrawnStrip => ({
    strip,
    sampling_hz: hz,
    first_sample: strip.start_sample,
    signals: leads.map((label, lead) => {
      const values = microvolts(made.frames, lead, strip.start_sample, strip.end_sample);
      return { label, values, raw: values };
    }),
  }));
  return { documentIn, drawn };
}
