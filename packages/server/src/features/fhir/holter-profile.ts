/**
 * Makes the report in the form of the draft Belgian Holter profile (HL7 Belgium, patient-monitoring 0.1.0 of July 2026).
 * Its `result` has one Observation for each episode that the report lists, and no figures: an Observation of the profile
 * is a finding of an ECG with beginning and end, a mean rate, and no other number.
 */
import type { CodeableConcept, DiagnosticReport, Observation } from '@medplum/fhirtypes';
import { holterProfiles } from '@rhythmdesk/contract/fhir';
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import { type EcgFindingKind, ecgFindingOf } from '@rhythmdesk/domain/results/ecg-findings';
import { sentValue, type ResultCode } from '@rhythmdesk/domain/results/result-table';
import { rhythmTexts } from '@rhythmdesk/domain/results/rhythm-texts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import { deviceReference, metaOf, organizationOf, requestOf, subjectOf, timeIn } from './case-resources.ts';
import {
  diagnosticReportOf,
  issuedOf,
  observationId,
  procedure,
  type SeenReport,
  statusOf,
} from './report-resources.ts';
import { coding, systems } from './systems.ts';

/** Rows that count episodes; the profile has the episodes themselves. */
type OfEpisodes = Extract<
  ResultCode,
  'af_episodes' | 's_runs' | 'v_couplets' | 'v_runs' | `finding_${EcgFindingKind}`
>;

const figure = 'An Observation of the profile has no number but the mean rate of an episode.';
const oneEpisode =
  'The Observations of its kind show it: the longest episodes are sent, with beginning and end.';
const uncoded = 'SNOMED CT has no finding of an ECG that means the same.';
const critical = 'The episode is sent as a finding of its kind; the profile has no critical findings.';
const text = 'An Observation of the profile has no text as its value.';

/** Says why a row of the table of results is not in `result`. */
export const leftOutOfHolterProfile: Readonly<Record<Exclude<ResultCode, OfEpisodes>, string>> = {
  ...{ rate_min: figure, rate_mean: figure, rate_max: figure },
  ...{ af_burden: figure, af_time: figure, af_longest: oneEpisode },
  ...{ longest_rr: figure, shortest_rr: figure, pauses: uncoded },
  ...{ v_beats: figure, v_share: figure, v_longest_run: figure, v_fastest_run: oneEpisode },
  ...{ s_beats: figure, s_share: figure },
  ...{ pr: figure, qrs: figure, qt: figure, qtc: figure },
  ...{ sdnn: figure, sdann: figure, rmssd: figure, pnn50: figure },
  ...{ duration: figure, worn: figure, analysed: figure, analysed_share: figure, beats: figure },
  ...{ finding_atrial: uncoded, finding_vfl: uncoded, finding_avb2: uncoded, finding_avb_high: uncoded },
  ...{ finding_preexcitation: uncoded, finding_standstill: uncoded, finding_other: uncoded },
  ...{ finding_s_couplet: uncoded, finding_s_triplet: uncoded },
  ...{ finding_s_bigeminy: uncoded, finding_s_trigeminy: uncoded },
  ...{ finding_v_triplet: uncoded, finding_v_bigeminy: uncoded, finding_v_trigeminy: uncoded },
  ...{ finding_tachy: uncoded, finding_pause: uncoded },
  ...{ critical_vf: critical, critical_vt: critical, critical_pause: critical },
  ...{ critical_av_block: critical, critical_slow: critical, critical_fast_af: critical },
  conclusion: 'The DiagnosticReport contains it as `conclusion`.',
  severity: text,
  report_version: 'The DiagnosticReport contains it as `meta.versionId`.',
  ...{ analysis_version: text, engine_version: text, reading_edit: text, reading_checksum: text },
  open_items: figure,
};

type Episode = ReportDocument['figures']['longest'][number];

const atSample = ({ recording, figures }: ReportDocument, sample: number): Date =>
  new Date(Date.parse(recording.start) + (1000 * sample) / figures.summary.sampling_hz);

function meanRate({ bpm }: Episode): Pick<Observation, 'component'> {
  if (bpm === null) return {};
  const value = Number(sentValue({ unit: '/min' }, bpm));
  const rate = { coding: [coding(systems.loinc, { code: '8867-4', display: 'Heart rate' })] };
  const quantity = { value, unit: 'beats/minute', system: systems.ucum, code: '/min' };
  return { component: [{ code: rate, valueQuantity: quantity }] };
}

/** The report lists the longest episodes of a kind only. */
function partNote({ figures }: ReportDocument, kind: Episode['kind']): Pick<Observation, 'note'> {
  const found = figures.counts.find((one) => one.kind === kind)?.count ?? 0;
  const listed = figures.longest.filter((one) => one.kind === kind).length;
  if (found <= listed) return {};
  return {
    note: [{ text: `One of the ${String(listed)} longest of ${String(found)} episodes of this kind.` }],
  };
}

/** Returns the episodes whose kind has a code; one that no reader has judged is preliminary. */
export function holterObservationsOf(record: CaseRecord, seen: SeenReport): Observation[] {
  const { document } = seen;
  if (document === null) return [];
  const device = deviceReference(record);
  return document.figures.longest.flatMap((episode) => {
    const { kind, start_sample, end_sample, state } = episode;
    const code = ecgFindingOf(kind);
    if (code === undefined) return [];
    const finding: CodeableConcept = { coding: [coding(systems.snomed, code)], text: rhythmTexts.en[kind] };
    return {
      resourceType: 'Observation' as const,
      id: observationId(record.row.case_id, `${kind}_${String(start_sample)}`),
      meta: { ...metaOf(record), profile: [holterProfiles.Observation] },
      basedOn: [requestOf(record)],
      status: state === 'open' ? ('preliminary' as const) : statusOf(seen),
      category: [procedure],
      code: finding,
      subject: subjectOf(record),
      effectivePeriod: {
        start: timeIn(record, atSample(document, start_sample)),
        end: timeIn(record, atSample(document, end_sample)),
      },
      issued: issuedOf(record, seen),
      ...(record.center !== null && { performer: [organizationOf(record.center)] }),
      valueCodeableConcept: finding,
      ...(device !== undefined && { device }),
      ...meanRate(episode),
      ...partNote(document, kind),
    };
  });
}

/** Returns null for a report of a case without a recording: the profile requires the time of the recording. */
export function holterReportOf(record: CaseRecord, seen: SeenReport, base: string): DiagnosticReport | null {
  const { result: _figures, ...report } = diagnosticReportOf(record, seen, base);
  if (report.effectivePeriod === undefined) return null;
  const episodes = holterObservationsOf(record, seen);
  return {
    ...report,
    meta: { ...report.meta, profile: [holterProfiles.DiagnosticReport] },
    ...(episodes.length > 0 && {
      result: episodes.map(({ id = '' }) => ({ reference: `Observation/${id}` })),
    }),
  };
}
