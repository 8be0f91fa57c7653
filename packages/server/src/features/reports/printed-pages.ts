/** Builds the input of the report template: every text in the report's language and every drawing. */
import type { StripMark } from '@rhythmdesk/ecg/reading/edits';
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import { ageAt } from '@rhythmdesk/domain/case/patient-dates';
import { peopleAfter } from '@rhythmdesk/domain/report/report-form';
import { svtBpm } from '@rhythmdesk/ecg/rhythm/ectopy';
import { namedFigures } from '@rhythmdesk/ecg/report/named-figures';
import { personName } from '@rhythmdesk/domain/people/person-name';
import type { ResultCode } from '@rhythmdesk/domain/results/result-table';
import { documentSource } from '../../records/results/result-source.ts';
import {
  criteriaTexts,
  dayTable,
  episodeTable,
  eventTable,
  hourTable,
  instantOf,
  intervalTable,
  measuredTable,
  qualityTable,
  rhythmText,
  type Source,
} from './page-tables.ts';
import { criticalParts, leftOutParts } from './page-boxes.ts';
import { fill, filled, formsOf } from './report-forms.ts';
import { keyFigures, resultText } from './report-results.ts';
import { reportWords } from './report-words.ts';
import { drawStrip, type StripRow } from './strip-drawing.ts';
import { type DrawnStrip, isSheet, readOrder, stretchesOf } from './strip-layout.ts';
import { measuredCaliper } from './strip-marks.ts';
import { atrialLane, drawTrend, trendHeightMm } from './trend-drawing.ts';

type NamedDocument = { readonly patient: Pick<ReportDocument['patient'], 'first_name' | 'last_name'> };

export const nameOf = ({ patient }: NamedDocument): string =>
  personName(patient.first_name, patient.last_name);

function personFacts({ document, words }: Source): string[] {
  const { patient, recording } = document;
  const { birth_date, gender } = patient;
  const years = ageAt(birth_date, recording.time_zone, Date.parse(recording.start));
  const age = years === null ? null : fill(words.age, { n: String(years) });
  return [birth_date, age, gender === null ? null : words.genders[gender]].flatMap((part) => part ?? []);
}

function facts(source: Source): (readonly [string, string])[] {
  const { document, words, forms } = source;
  const { recording, figures, hospital, patient } = document;
  const { sampling_hz } = figures.summary;
  const text = (code: ResultCode): string => resultText(documentSource(document), code, forms);
  const start = Date.parse(recording.start);
  const labels = words.facts;
  const days = [...new Set([start, Date.parse(recording.end)].map(forms.day))].join(' – ');
  const leads = recording.leads.length > 3 ? [String(recording.leads.length)] : recording.leads;
  const device = filled([document.case.product_name, leads.join(', '), `${forms.count(sampling_hz)} Hz`]);
  return [
    [labels.patient, nameOf(document)],
    [labels.born, personFacts(source).join(words.comma)],
    [labels.patient_id, patient.patient_id ?? ''],
    [labels.hospital, hospital.name],
    [labels.worn, `${days}${words.comma}${text('worn')}`],
    [labels.analysable, `${text('analysed_share')}${words.comma}${text('analysed')}`],
    [labels.device, device],
    [labels.question, document.case.question],
  ];
}

type PrintedStrip = {
  readonly caption: string;
  readonly time: string;
  readonly scale: string;
  readonly alt: string;
  /** True if it is printed on a landscape page. */
  readonly across: boolean;
  readonly rows: readonly StripRow[];
};

/** Returns the text of a mark: a user's words, or the figures of a caliper. */
function markText({ words, forms }: Source, drawn: DrawnStrip, mark: StripMark): string {
  if (mark.of !== 'caliper') return mark.text;
  const { ms, bpm, mv } = measuredCaliper(drawn, mark);
  const volts = mv === null ? null : fill(words.millivolts, { n: forms.fixed(mv, 2) });
  return filled([forms.ms(ms), bpm === null ? null : forms.bpm(bpm), volts]);
}

/**
 * Returns the caption of a strip: the reader's own; otherwise the extreme that it shows, if the reading still has it;
 * otherwise its rhythm.
 */
function captionOf(
  { words, forms }: Source,
  { caption, shows }: DrawnStrip['strip'],
  rhythm: string,
): string {
  if (caption !== '' || shows === null) return caption === '' ? rhythm : caption;
  const value = shows.extreme === 'longest_rr' ? forms.seconds(shows.value) : forms.bpm(shows.value);
  return `${fill(words.strip_extremes[shows.extreme], { value })}${words.comma}${rhythm}`;
}

/** Returns a note on how much of a strip is drawn if it is not drawn completely. */
function cutOf({ words, forms }: Source, { strip, sampling_hz }: DrawnStrip, labels: readonly string[]) {
  const { start_sample, end_sample } = strip;
  const end = stretchesOf({ strip, sampling_hz }, labels).at(-1)?.to ?? end_sample;
  if (end >= end_sample) return null;
  const seconds = (samples: number): string => forms.seconds((1000 * samples) / sampling_hz);
  return fill(words.strip_cut, {
    shown: seconds(end - start_sample),
    length: seconds(end_sample - start_sample),
  });
}

function stripParts(source: Source, drawn: DrawnStrip, index: number): PrintedStrip {
  const { document, words, forms } = source;
  const { strip, sampling_hz, signals } = drawn;
  const labels = signals.map(({ label }) => label);
  const time = forms.moment(instantOf(document, strip.start_sample));
  const rhythm = rhythmText(source, strip);
  const caption = captionOf(source, strip, rhythm);
  const scale = fill(words.strip_scale, {
    leads: readOrder(labels).join(', '),
    speed: String(strip.scale.mm_per_s),
    gain: String(strip.scale.mm_per_mv),
    filter: sampling_hz > 90 ? '0.5–40 Hz' : '> 0.5 Hz',
  });
  return {
    caption: `${String(index + 1)} · ${caption}`,
    time,
    scale: filled([scale, cutOf(source, drawn, labels)]),
    alt: fill(words.strip_alt, {
      n: String(index + 1),
      caption,
      time,
      seconds: forms.fixed((strip.end_sample - strip.start_sample) / sampling_hz, 1),
      beats: forms.count(strip.beats.length),
      rate: forms.bpm(strip.bpm),
      kinds: rhythm,
    }),
    across: isSheet(labels),
    rows: drawStrip(drawn, (mark) => markText(source, drawn, mark)),
  };
}

function trendParts({ document, words, forms }: Source) {
  const { trend, lanes } = document.figures;
  const { has_flutter } = atrialLane(lanes.filter(({ spans }) => spans.length > 0));
  const named = namedFigures(document.figures);
  const minutes = Math.max(1, Math.round((trend[0]?.duration_s ?? 60) / 60));
  return {
    title: has_flutter ? words.trend_flutter : words.trend,
    svg: drawTrend(document, { day: forms.day, hour: forms.hour }),
    height_mm: trendHeightMm,
    note: fill(words.trend_note, { minutes: String(minutes) }),
    alt: fill(words.trend_alt, {
      min: forms.whole(named.rate_min),
      max: forms.whole(named.rate_max),
      mean: forms.whole(named.rate_mean),
      af: forms.percent(named.af_burden),
    }),
  };
}

function methodParts(source: Source) {
  const { document, words, forms } = source;
  const { judged, sequence, checksum, summary } = document.figures;
  const { engine_version: engine } = summary;
  const read = sequence === 0 ? words.method_unread : words.method_read;
  return {
    read: fill(read, { engine }),
    counts: fill(words.method_counts, {
      accepted: forms.count(judged.accepted),
      rejected: forms.count(judged.rejected),
      mended: forms.count(judged.mended),
      open: forms.count(judged.open),
      edits: forms.count(sequence),
    }),
    criteria: criteriaTexts(source),
    definitions: fill(words.definitions, { svt: forms.count(svtBpm) }),
    versions: fill(words.versions_text, {
      report: String(document.report_version),
      analysis: String(document.analysis_version),
      engine,
      edit: String(sequence),
      checksum,
      made: forms.minute(Date.parse(document.made_at)),
    }),
  };
}

export type PrintedLogo = { readonly svg: string; readonly width_mm: number; readonly height_mm: number };

export function letterheadParts({ letterhead, center, hospital }: ReportDocument, logo: PrintedLogo | null) {
  const house = letterhead?.of === 'hospital' ? hospital : center;
  const standing = [house?.name ?? '', filled([house?.postcode ?? '', house?.address ?? ''])];
  const [name = '', ...lines] = letterhead?.lines ?? standing;
  return { name, lines, logo };
}

type PersonLine = { readonly label: string; readonly name: string; readonly time: string };

/**
 * Returns the people responsible for the report, each with the hospital's local time, and the center if the letterhead
 * is the hospital's.
 */
function people({ document, words, forms }: Source): PersonLine[] {
  const { letterhead, center, technician, read_at, confirmer, verified_at, signed, figures } = document;
  const isOthers = letterhead?.of === 'hospital' && center !== null;
  const line = (label: string, named: { readonly name: string } | null, at: string | null): PersonLine[] =>
    named === null ? [] : [{ label, name: named.name, time: at === null ? '' : forms.zoned(Date.parse(at)) }];
  const read = figures.sequence === 0 ? words.assigned_to : words.read_by;
  return [
    ...line(words.read_at, isOthers ? center : null, null),
    ...line(read, technician, read_at),
    ...line(words.verified_by, confirmer, verified_at),
    ...line(words.signed_by, signed?.by ?? null, signed?.signed_at ?? null),
  ];
}

/**
 * Returns each section once with the strips that it prints, and the readers where page one ends. Strips on pages of
 * their own are all printed in their section, so that they do not split page one.
 */
function sectionParts(source: Source, drawn: readonly DrawnStrip[]) {
  const { sections } = source.document;
  const strips = drawn.map((one, index) => stripParts(source, one, index));
  const waits = sections.includes('strips') && strips.some(({ across }) => across);
  const first = waits ? 0 : 2;
  const parts = sections.map((key) => {
    const most = key === 'first_strips' ? first : key === 'strips' ? strips.length : 0;
    return { key, strips: strips.splice(0, most) };
  });
  const end = peopleAfter(sections);
  return [...parts.slice(0, end), { key: 'people' as const, strips: [] }, ...parts.slice(end)];
}

function headParts({ document, words, forms }: Source) {
  const { amendment, report_version } = document;
  const [year, month, day] = document.made_at.slice(0, 10).split('-').map(Number);
  const { severity } = document.case;
  const version = fill(words.version, { n: String(report_version) });
  return {
    moment: { year, month, day },
    number: filled([document.case.hn_id, version, forms.minute(Date.parse(document.made_at))]),
    running: filled([document.case.hn_id, nameOf(document), document.patient.patient_id]),
    synthetic: document.recording.synthetic ? words.synthetic : null,
    amendment:
      amendment === null
        ? null
        : { title: fill(words.amended, { n: String(report_version - 1) }), text: amendment },
    severity:
      severity === 'high' || severity === 'critical'
        ? fill(words.severity, { severity: words.severities[severity] })
        : null,
  };
}

export function printedPages(
  document: ReportDocument,
  drawn: readonly DrawnStrip[],
  logo: PrintedLogo | null,
) {
  const words = reportWords[document.language];
  const forms = formsOf(document.language, document.recording.time_zone);
  const source: Source = { document, words, forms };
  return {
    words,
    ...headParts(source),
    letterhead: letterheadParts(document, logo),
    people: people(source),
    has_strips: drawn.length > 0,
    sections: sectionParts(source, drawn),
    facts: facts(source),
    critical: criticalParts(source),
    left_out: leftOutParts(source),
    conclusion: document.conclusion.split(/\r?\n/),
    keys: keyFigures(document, forms),
    trend: trendParts(source),
    local_time: fill(words.local_time, { zone: document.recording.time_zone }),
    days: dayTable(source),
    hours: hourTable(source),
    episodes: episodeTable(source),
    events: eventTable(source),
    intervals: intervalTable(source),
    measured: measuredTable(source),
    quality: qualityTable(source),
    method: methodParts(source),
  };
}
