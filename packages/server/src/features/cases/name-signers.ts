/**
 * Prints the pages of a report version again for its signature, from the data that the version stores: they then also
 * name the verifier and the signer, who were not known when the version was made. Nothing else on them changes, and the
 * file of the version stays as it is (docs/decisions/0075).
 */
import { type NamedPeople, reportDocument, type ReportDocument } from '@rhythmdesk/contract/report-document';
import { personName } from '@rhythmdesk/domain/people/person-name';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { reportVersions } from '../../platform/db/schema/cases.ts';
import { users } from '../../platform/db/schema/people.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { unprintableIn } from '../../platform/pdf/printable-text.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';

export type NamingDependencies = {
  readonly db: Queryable;
  readonly printDocument: (document: ReportDocument) => Promise<Buffer>;
};

type Signer = { readonly id: number; readonly name: string };

async function verifierOf(db: Queryable, { row }: CaseRecord): Promise<Omit<NamedPeople, 'signed'>> {
  const { confirmer_id, verified_at } = row;
  if (confirmer_id === null || verified_at === null) return { confirmer: null, verified_at: null };
  const [found] = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(eq(users.id, confirmer_id));
  return { confirmer: found ?? null, verified_at: verified_at.toISOString() };
}

/** The strips of a report cannot be drawn again once the recording was deleted. */
async function isPurged(db: Queryable, case_id: number): Promise<boolean> {
  const [row] = await db
    .select({ purged_at: recordings.purged_at })
    .from(recordings)
    .where(eq(recordings.case_id, case_id));
  return row === undefined || row.purged_at !== null;
}

/** Refuses a signature of pages on which marks replace characters of the patient's name. */
function proveName({ patient }: ReportDocument): void {
  if (unprintableIn(personName(patient.first_name, patient.last_name)).length > 0)
    throw new Refusal('report/name-unprintable');
}

/** Returns the pages and whom they name; null if they cannot be printed again. */
export async function pagesWithSigners(
  { db, printDocument }: NamingDependencies,
  record: CaseRecord,
  report_version: number,
  signer: Signer,
  now: Date,
): Promise<{ readonly named: NamedPeople; readonly pdf: Buffer } | null> {
  const { case_id } = record.row;
  const [row] = await db
    .select({ document: reportVersions.document })
    .from(reportVersions)
    .where(and(eq(reportVersions.case_id, case_id), eq(reportVersions.report_version, report_version)));
  const document = reportDocument.safeParse(row?.document);
  if (!document.success || (await isPurged(db, case_id))) return null;
  proveName(document.data);
  const { id, name } = signer;
  const named = {
    ...(await verifierOf(db, record)),
    signed: { by: { id, name }, signed_at: now.toISOString() },
  };
  return { named, pdf: await printDocument({ ...document.data, ...named }) };
}
