/** Builds the tables of a printed report as rows of formatted figures. */
import type { ReportDocument, ReportFigures } from '@rhythmdesk/contract/report-document';
import { hourIn } from '@rhythmdesk/domain/kit/wall-clock';
import { criteriaKeys } from '@rhythmdesk/ecg/criteria/criteria';
import { isPauseKind } from '@rhythmdesk/ecg/rhythm/pauses';
import { documentSource } from '../../records/results/result-source.ts';
import { absent, fill, type ReportForms } from './report-forms.ts';
import { groupRows } from './report-results.ts';
import type { ReportWords } from './report-vocabulary.ts';

type Table = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
export type Source = {
  readonly document: ReportDocument;
  readonly words: ReportWords;
  readonly forms: ReportForms;
};
type Period = ReportFigures['summary']['days'][number];

export const instantOf = ({ recording, figures }: ReportDocument, sample: number): number =>
  Date.parse(recording.start) + (1000 * sample) / figures.summary.sampling_hz;

/** Largest number of hours that are listed one by one; longer recordings are summed by the hour of the day. */
const mostHours = 72;

function periodCells(period: Period, { forms }: Pick<Source, 'forms'>): string[] {
  const { analysed_s, beats, hr_min, hr_mean, hr_max, af_s, v, s, pauses, longest_rr_ms } = period;
  return [
    forms.length(analysed_s),
    forms.count(beats),
    forms.whole(hr_min),
    forms.whole(hr_mean),
    forms.whole(hr_max),
    analysed_s > 0 ? forms.percent(af_s / analysed_s) : absent,
    forms.count(v),
    forms.count(s),
    forms.count(pauses),
    forms.seconds(longest_rr_ms),
  ];
}

function periodHead({ words }: Pick<Source, 'words'>, first: 'day' | 'hour'): string[] {
  const { columns } = words;
  const { analysed, beats, min, mean, max, af, ve, sve, pauses, longest_rr } = columns;
  return [columns[first], analysed, beats, min, mean, max, af, ve, sve, pauses, longest_rr];
}

export function dayTable(source: Source): Table {
  const { document, forms } = source;
  const start = Date.parse(document.recording.start);
  return {
    head: periodHead(source, 'day'),
    rows: document.figures.summary.days.map((day) => [
      forms.weekday(start + 1000 * day.start_s),
      ...periodCells(day, source),
    ]),
  };
}

const leastOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
const mostOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/** Joins two periods; the mean rate is weighted by analysed time. */
function joined(a: Period, b: Period): Period {
  const analysed_s = a.analysed_s + b.analysed_s;
  const weighed = (a.hr_mean ?? 0) * a.analysed_s + (b.hr_mean ?? 0) * b.analysed_s;
  const known = (a.hr_mean === null ? 0 : a.analysed_s) + (b.hr_mean === null ? 0 : b.analysed_s);
  return {
    start_s: a.start_s,
    duration_s: a.duration_s + b.duration_s,
    analysed_s,
    beats: a.beats + b.beats,
    s: a.s + b.s,
    v: a.v + b.v,
    hr_min: leastOf(a.hr_min, b.hr_min),
    hr_mean: known > 0 ? weighed / known : (a.hr_mean ?? b.hr_mean),
    hr_max: mostOf(a.hr_max, b.hr_max),
    pauses: a.pauses + b.pauses,
    longest_rr_ms: mostOf(a.longest_rr_ms, b.longest_rr_ms),
    af_s: a.af_s + b.af_s,
    noise_s: a.noise_s + b.noise_s,
  };
}

type HourSource = Pick<Source, 'words' | 'forms'> & {
  readonly document: {
    readonly recording: Pick<ReportDocument['recording'], 'start' | 'time_zone'>;
    readonly figures: { readonly summary: Pick<ReportFigures['summary'], 'hours'> };
  };
};

export function hourTable(source: HourSource): Table & { readonly is_clock: boolean } {
  const { document, forms } = source;
  const { hours } = document.figures.summary;
  const { start, time_zone } = document.recording;
  const at = ({ start_s }: Period): number => Date.parse(start) + 1000 * start_s;
  const head = periodHead(source, 'hour');
  if (hours.length <= mostHours)
    return {
      is_clock: false,
      head,
      rows: hours.map((hour) => [
        `${forms.day(at(hour))} ${forms.hour(at(hour))}`,
        ...periodCells(hour, source),
      ]),
    };
  const clock = new Map<number, Period>();
  for (const hour of hours) {
    const key = Math.floor(hourIn(time_zone, at(hour)));
    const held = clock.get(key);
    clock.set(key, held === undefined ? hour : joined(held, hour));
  }
  const rows = [...clock].sort(([a], [b]) => a - b);
  return {
    is_clock: true,
    head,
    rows: rows.map(([, hour]) => [forms.timeOfDay(at(hour)), ...periodCells(hour, source)]),
  };
}

export function episodeTable({ document, words, forms }: Source): Table {
  const { figures } = document;
  const { kind, onset, length, beats, rate, state } = words.episode_columns;
  const totals = new Map(figures.counts.map((one) => [one.kind, one.count]));
  return {
    head: [kind, onset, length, beats, rate, state],
    rows: figures.longest.map((one, i) => {
      const isFirst = figures.longest[i - 1]?.kind !== one.kind;
      const named = one.name ?? words.rhythms[one.kind];
      const total = totals.get(one.kind);
      const isPause = isPauseKind(one.kind);
      return [
        isFirst && total !== undefined ? `${named} (${forms.count(total)})` : named,
        forms.moment(instantOf(document, one.start_sample)),
        forms.length((one.end_sample - one.start_sample) / figures.summary.sampling_hz),
        forms.count(one.beats),
        isPause ? absent : forms.bpm(one.bpm),
        words.states[one.state],
      ];
    }),
  };
}

type Rhythm = Pick<ReportFigures['events'][number], 'kinds' | 'bpm' | 's' | 'v'>;

/** Writes rhythms as “AF 121 /min, 2 VE”; without a finding, the rhythm that the analysis takes as the usual one. */
export function rhythmText({ words, forms }: Source, { kinds, bpm, s, v }: Rhythm): string {
  const found = kinds.filter((kind) => kind !== 'noise' && kind !== 'no_signal');
  const isUnread = bpm === null && found.length === 0 && kinds.length > 0;
  const names = isUnread ? kinds : found.length === 0 ? (['sinus'] as const) : found;
  const ectopic = [
    [v, words.columns.ve],
    [s, words.columns.sve],
  ] as const;
  return [
    names.map((kind) => words.rhythms[kind]).join(words.comma),
    ...(bpm === null ? [] : [forms.bpm(bpm)]),
    ...ectopic.flatMap(([n, kind]) => (n > 0 ? [fill(words.ectopy, { n: forms.count(n), kind })] : [])),
  ].join(words.comma);
}

export function eventTable(source: Source): Table {
  const { document, words, forms } = source;
  const { time, marked, rhythm } = words.event_columns;
  return {
    head: [time, marked, rhythm],
    rows: document.figures.events.map((event, i) => {
      const note = document.notes[i] ?? '';
      return [
        forms.moment(instantOf(document, event.sample)),
        note === '' ? words.button : note,
        rhythmText(source, event),
      ];
    }),
  };
}

export function intervalTable({ document, words, forms }: Source): Table {
  const { measure, median, range, from } = words.interval_columns;
  const { intervals, summary } = document.figures;
  const spreads: Readonly<Record<string, (typeof intervals)['pr']>> = intervals;
  const shown = { language: document.language, forms };
  const source = documentSource(document);
  const measured = groupRows(source, 'intervals', shown).map(({ code, name, text }) => {
    const spread = spreads[code] ?? null;
    if (spread === null) return [name, absent, '', ''];
    return [name, text, `${String(spread.p5)}–${String(spread.p95)}`, forms.count(spread.count)];
  });
  const nn = forms.count(summary.variability.nn_intervals);
  const variability = groupRows(source, 'variability', shown).map(({ name, text }) => [name, text, '', nn]);
  return { head: [measure, median, range, from], rows: [...measured, ...variability] };
}

/** Lists manual measurements beside those of the analysis: time and target, then each figure. */
export function measuredTable({ document, words, forms }: Source): Table {
  const { time, on, rate } = words.measured_columns;
  const whole = (value: number | null | undefined): string => forms.whole(value ?? null);
  return {
    head: [time, on, 'PR', 'QRS', 'QT', 'QTcB', 'QTcF', 'QTcFra', 'QTcH', rate],
    rows: document.figures.measurements.map(({ of, sample, lead, beats, pr, qrs, qt, qtc, bpm }) => {
      const label = document.recording.leads[lead] ?? String(lead + 1);
      const text = of === 'mean' ? words.measured_mean : words.measured_beat;
      return [
        forms.moment(instantOf(document, sample)),
        fill(text, { lead: label, n: forms.count(beats) }),
        ...[pr, qrs, qt, qtc?.bazett, qtc?.fridericia, qtc?.framingham, qtc?.hodges, bpm].map(whole),
      ];
    }),
  };
}

type QualitySource = Pick<Source, 'words' | 'forms'> & {
  readonly document: {
    readonly recording: Pick<ReportDocument['recording'], 'leads'>;
    readonly figures: { readonly summary: Pick<ReportFigures['summary'], 'leads' | 'duration_s'> };
  };
};

/** Lists the share of each quality in each lead; removed spikes only if a lead had any. */
export function qualityTable({ document, words, forms }: QualitySource): Table {
  const { lead, usable, noisy, flat, saturated, no_signal, spikes } = words.qualities;
  const { leads, duration_s } = document.figures.summary;
  const hasSpikes = leads.some((one) => (one.spikes ?? 0) > 0);
  const share = (seconds: number): string => forms.percent(seconds / Math.max(1, duration_s));
  return {
    head: [lead, usable, noisy, flat, saturated, no_signal, ...(hasSpikes ? [spikes] : [])],
    rows: leads.map((one, i) => [
      document.recording.leads[i] ?? String(i + 1),
      share(one.usable_s),
      share(one.noisy_s),
      share(one.flat_s),
      share(one.saturated_s),
      share(one.no_signal_s),
      ...(hasSpikes ? [forms.count(one.spikes ?? 0)] : []),
    ]),
  };
}

export function criteriaTexts({ document, words, forms }: Source): string[] {
  const { criteria } = document.figures.summary;
  return criteriaKeys.map((key) => fill(words.criteria[key], { n: forms.count(criteria[key]) }));
}
