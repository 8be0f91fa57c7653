/**
 * Makes the content of a link: what the hospital sees of the newest released report, as one FHIR bundle with the pages
 * in it, encrypted for the holder of the link. Source: SMART Health Links 1.0, “Encrypting and decrypting files”.
 */
import type { Bundle, DiagnosticReport, Organization, Resource } from '@medplum/fhirtypes';
import type { Actor } from '@rhythmdesk/domain/people/scope';
import { CompactEncrypt } from 'jose';
import { Refusal } from '../../../platform/http/refusal.ts';
import { type CaseRecord, readCaseRecord } from '../../../records/cases/case-record.ts';
import { devicesOf, patientOf, serviceRequestOf } from '../case-resources.ts';
import { diagnosticReportOf, observationsOf, seenReport, type SeenReport } from '../report-resources.ts';
import type { HealthLinkDependencies } from './health-link-dependencies.ts';

/** A patient sees of the own case what a doctor of the hospital sees. */
const readerFor = ({ hospital }: CaseRecord): Actor => ({
  id: 0,
  role_key: 'DOCTOR',
  user_group_id: hospital.id,
  group_type: 'hospital',
  tech_center_id: null,
  assigned_group_ids: [],
});

const organization = ({ id, name }: { readonly id: number; readonly name: string }): Organization => ({
  resourceType: 'Organization',
  id: String(id),
  name,
});

type Files = HealthLinkDependencies['files'];

/** The pages are in the report itself, since the reader of a link has no other access. */
async function reportWithPages(
  files: Files,
  record: CaseRecord,
  { seen, base }: { readonly seen: SeenReport; readonly base: string },
): Promise<DiagnosticReport> {
  const report = diagnosticReportOf(record, seen, base);
  const [form] = report.presentedForm ?? [];
  const pages = await files.whole(seen.version.sha256);
  const { url: _url, ...described } = form ?? {};
  return { ...report, presentedForm: [{ ...described, data: Buffer.from(pages).toString('base64') }] };
}

/** Returns the bundle, or refuses with 404 if the case has no released report any more. */
export async function patientBundle(
  { db, files, fhir_base: base }: Pick<HealthLinkDependencies, 'db' | 'files' | 'fhir_base'>,
  case_id: number,
): Promise<Bundle> {
  const record = await readCaseRecord(db, case_id);
  if (record === null) throw new Refusal('object/not-found');
  const actor = readerFor(record);
  const seen = await seenReport(db, { actor }, record);
  if (seen === null) throw new Refusal('object/not-found');
  const { hospital, center } = record;
  const resources: Resource[] = [
    patientOf(record, actor),
    await reportWithPages(files, record, { seen, base }),
    serviceRequestOf(record, actor, []),
    ...observationsOf(record, seen),
    ...devicesOf(record),
    ...[hospital, ...(center === null ? [] : [center])].map(organization),
  ];
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: (seen.version.released_at ?? seen.version.created_at).toISOString(),
    entry: resources.map((resource) => ({
      fullUrl: `${base}${resource.resourceType}/${resource.id ?? ''}`,
      resource,
    })),
  };
}

/** @param key 32 bytes as base64url */
export function encrypted(bundle: Bundle, key: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(JSON.stringify(bundle)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', cty: 'application/fhir+json' })
    .encrypt(Buffer.from(key, 'base64url'));
}
