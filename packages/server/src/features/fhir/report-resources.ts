/** Makes the DiagnosticReport of a case and an Observation for each of its results. */
import type {
  Attachment,
  CodeableConcept,
  DiagnosticReport,
  DocumentReference,
  Observation,
} from '@medplum/fhirtypes';
import { reportDocument, type ReportDocument } from '@rhythmdesk/contract/report-document';
import { patientFor } from '@rhythmdesk/domain/people/masking';
import { isCorrection, readerOf, visibleVersions } from '@rhythmdesk/domain/report/versions';
import { type LeftOut, type Result, resultsOf } from '@rhythmdesk/domain/results/result-table';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { reportVersions } from '../../platform/db/schema/cases.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import { readVersions } from '../../records/cases/report-versions.ts';
import { documentSource } from '../../records/results/result-source.ts';
import {
  deviceReference,
  metaOf,
  organizationOf,
  recordedPeriod,
  requestOf,
  subjectOf,
  timeIn,
} from './case-resources.ts';
import { coding, hnIdentifier, holterStudy, systems } from './systems.ts';

type Version = Awaited<ReturnType<typeof readVersions>>[number];

/** The report version that a caller sees; `document` is null if its pages were not made from a reading. */
export type SeenReport = {
  readonly version: Version;
  /** An earlier version was released before. */
  readonly amends: boolean;
  readonly document: ReportDocument | null;
};

/** Says why an Observation is missing: the DiagnosticReport itself contains these. */
export const leftOutOfFhir = {
  conclusion: 'The DiagnosticReport contains it as `conclusion`.',
  report_version: 'The DiagnosticReport contains it as `meta.versionId`.',
} as const satisfies LeftOut;

/** Returns null if the caller sees no report of the case. */
export async function seenReport(
  db: Queryable,
  caller: Pick<Caller, 'actor'>,
  { row }: CaseRecord,
): Promise<SeenReport | null> {
  if (patientFor(caller.actor, row).masked) return null;
  const { case_id } = row;
  const visible = visibleVersions(await readVersions(db, case_id), readerOf(caller.actor.group_type));
  const [version, ...earlier] = visible;
  if (version === undefined) return null;
  const [stored] = await db
    .select({ document: reportVersions.document })
    .from(reportVersions)
    .where(
      and(eq(reportVersions.case_id, case_id), eq(reportVersions.report_version, version.report_version)),
    );
  const document = stored?.document ?? null;
  return {
    version,
    amends: isCorrection(version, earlier),
    document: document === null ? null : { ...reportDocument.parse(document), ...version.signature?.named },
  };
}

export function statusOf({
  version,
  amends,
}: Pick<SeenReport, 'version' | 'amends'>): 'preliminary' | 'final' | 'amended' {
  if (version.released_ms === null) return 'preliminary';
  return amends ? 'amended' : 'final';
}

export const issuedOf = (record: CaseRecord, { version }: SeenReport): string =>
  timeIn(record, version.released_at ?? version.created_at);

const sentResults = (document: ReportDocument): Result[] =>
  resultsOf(documentSource(document), leftOutOfFhir);

/** An id of FHIR has no underscores, and a code name has no hyphens. */
export const observationId = (case_id: number, code: string): string =>
  `${String(case_id)}-${code.replaceAll('_', '-')}`;

export const procedure: CodeableConcept = {
  coding: [coding(systems.observationCategory, { code: 'procedure', display: 'Procedure' })],
};
/** FHIR requires this category of an Observation with the code of a vital sign. */
const vitalSign: CodeableConcept = {
  coding: [coding(systems.observationCategory, { code: 'vital-signs', display: 'Vital Signs' })],
};

function codeOf({ code, row }: Result): CodeableConcept {
  const [short, long] = row.texts.en;
  return {
    coding: [
      ...(row.loinc === undefined ? [] : [coding(systems.loinc, row.loinc)]),
      ...(row.mdc === undefined ? [] : [coding(systems.mdc, row.mdc)]),
      coding(systems.result, { code, display: short }),
    ],
    text: long,
  };
}

function valueOf({ row, value }: Result): Pick<Observation, 'valueQuantity' | 'valueString'> {
  if (typeof value === 'string' || row.unit === null) return { valueString: String(value) };
  return { valueQuantity: { value, unit: row.unit, system: systems.ucum, code: row.unit } };
}

export function observationsOf(record: CaseRecord, seen: SeenReport): Observation[] {
  const { document } = seen;
  if (document === null) return [];
  const period = recordedPeriod(record);
  const device = deviceReference(record);
  return sentResults(document).map((result) => ({
    resourceType: 'Observation',
    id: observationId(record.row.case_id, result.code),
    meta: metaOf(record),
    basedOn: [requestOf(record)],
    status: statusOf(seen),
    category: result.row.loinc?.code === '8867-4' ? [vitalSign, procedure] : [procedure],
    code: codeOf(result),
    subject: subjectOf(record),
    ...(period !== undefined && { effectivePeriod: period }),
    issued: issuedOf(record, seen),
    ...(record.center !== null && { performer: [organizationOf(record.center)] }),
    ...valueOf(result),
    ...(device !== undefined && { device }),
  }));
}

/** Returns the SNOMED CT codes of the findings that the report counts at least once. */
function conclusionCodes(document: ReportDocument): CodeableConcept[] {
  return sentResults(document).flatMap(({ row, value }) => {
    const isFound = row.snomed !== undefined && typeof value === 'number' && value > 0;
    return isFound ? [{ coding: [coding(systems.snomed, row.snomed)] }] : [];
  });
}

const electrocardiac: CodeableConcept = {
  coding: [
    coding(systems.serviceSection, { code: 'EC', display: 'Electrocardiac (e.g., EKG, EEC, Holter)' }),
  ],
};

type Pages = { readonly version: Version; readonly document: Pick<ReportDocument, 'language'> | null };

function pagesOf(record: CaseRecord, { version, document }: Pages, base: string): Attachment {
  const { row } = record;
  return {
    contentType: 'application/pdf',
    ...(document !== null && { language: document.language }),
    url: `${base}Binary/${String(row.case_id)}-${String(version.report_version)}`,
    title: version.filename,
    creation: timeIn(record, version.created_at),
  };
}

export function diagnosticReportOf(record: CaseRecord, seen: SeenReport, base: string): DiagnosticReport {
  const { row, center } = record;
  const { version, document } = seen;
  const period = recordedPeriod(record);
  const observations = document === null ? [] : sentResults(document);
  const codes = document === null ? [] : conclusionCodes(document);
  const reader = document?.confirmer ?? document?.technician ?? null;
  return {
    resourceType: 'DiagnosticReport',
    id: String(row.case_id),
    meta: { ...metaOf(record), versionId: String(version.report_version) },
    identifier: [hnIdentifier(row.hn_id)],
    basedOn: [requestOf(record)],
    status: statusOf(seen),
    category: [electrocardiac],
    code: holterStudy,
    subject: subjectOf(record),
    ...(period !== undefined && { effectivePeriod: period }),
    issued: issuedOf(record, seen),
    ...(center !== null && { performer: [organizationOf(center)] }),
    ...(reader !== null && {
      resultsInterpreter: [{ reference: `Practitioner/${String(reader.id)}`, display: reader.name }],
    }),
    ...(observations.length > 0 && {
      result: observations.map(({ code }) => ({
        reference: `Observation/${observationId(row.case_id, code)}`,
      })),
    }),
    ...(document !== null && document.conclusion !== '' && { conclusion: document.conclusion }),
    ...(codes.length > 0 && { conclusionCode: codes }),
    presentedForm: [pagesOf(record, seen, base)],
  };
}

/** Returns a DocumentReference for each report version that the caller sees, the current one first. */
export async function documentReferencesOf(
  { db, caller, base }: { readonly db: Queryable; readonly caller: Caller; readonly base: string },
  record: CaseRecord,
): Promise<DocumentReference[]> {
  const { row, center } = record;
  if (patientFor(caller.actor, row).masked) return [];
  const versions = visibleVersions(await readVersions(db, row.case_id), readerOf(caller.actor.group_type));
  const period = recordedPeriod(record);
  return versions.map((version, index) => ({
    resourceType: 'DocumentReference',
    id: `${String(row.case_id)}-${String(version.report_version)}`,
    meta: metaOf(record),
    identifier: [hnIdentifier(row.hn_id)],
    status: index === 0 ? 'current' : 'superseded',
    docStatus: statusOf({ version, amends: isCorrection(version, versions.slice(index + 1)) }),
    type: holterStudy,
    subject: subjectOf(record),
    date: timeIn(record, version.created_at),
    ...(center !== null && { custodian: organizationOf(center) }),
    content: [{ attachment: pagesOf(record, { version, document: null }, base) }],
    context: { ...(period !== undefined && { period }), related: [requestOf(record)] },
  }));
}
