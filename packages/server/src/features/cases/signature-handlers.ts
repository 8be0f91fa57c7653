/** Handles the routes of signatures: how a report would be signed now, and whether an existing signature is valid. */
import type { ReportProof, signatureRoutes } from '@rhythmdesk/contract/signatures';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { certificateState } from '@rhythmdesk/domain/report/signing';
import { readerOf, reportFor } from '@rhythmdesk/domain/report/versions';
import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { centerCertificates } from '../../platform/db/schema/signing.ts';
import { FileFault, isUnreadable, type FileStore } from '../../platform/files/file-store.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { orRefuse, Refusal } from '../../platform/http/refusal.ts';
import { verifyPdf } from '../../platform/pdf/verify-pdf.ts';
import { seenWithReport, readVersions } from '../../records/cases/report-versions.ts';
import type { CaseDependencies } from './handlers.ts';
import { seenCase } from '../../records/cases/seen-case.ts';
import { signingOf } from './sign-report.ts';

/** Returns null if the bytes are not those that were signed; a file that cannot be read now says nothing about them. */
async function signedBytes(files: FileStore, sha256: string): Promise<Buffer | null> {
  try {
    const proof = await files.prove(sha256);
    if (proof === 'elsewhere') throw new FileFault('files/elsewhere', `${sha256} is still on another server`);
    return proof === 'whole' ? await files.whole(sha256) : null;
  } catch (fault) {
    if (fault instanceof FileFault && isUnreadable(fault)) return null;
    throw fault;
  }
}

async function inFile(db: Db, pdf: Buffer, certificate_id: number | null): Promise<ReportProof['in_file']> {
  if (certificate_id === null) return 'absent';
  const [kept] = await db
    .select({ fingerprint: centerCertificates.fingerprint })
    .from(centerCertificates)
    .where(eq(centerCertificates.certificate_id, certificate_id));
  const proof = await verifyPdf(pdf);
  return proof?.holds === true && proof.fingerprint === kept?.fingerprint ? 'valid' : 'broken';
}

export async function proveReport(
  { db, files }: Pick<CaseDependencies, 'db' | 'files'>,
  caller: Caller,
  { case_id, report_version }: ParsedOf<typeof signatureRoutes.proveReport>,
): Promise<ReportProof> {
  await seenWithReport(db, caller, case_id);
  const versions = await readVersions(db, case_id);
  const { signature } = orRefuse(reportFor(versions, readerOf(caller.actor.group_type), report_version));
  if (signature === null) throw new Refusal('object/not-found');
  const pdf = await signedBytes(files, signature.sha256);
  if (pdf === null) {
    const in_file = signature.certificate_id === null ? 'absent' : 'broken';
    return { report_version, intact: false, in_file };
  }
  return { report_version, intact: true, in_file: await inFile(db, pdf, signature.certificate_id) };
}

export function signatureHandlers({
  db,
  files,
  sealer,
  clock,
}: Pick<CaseDependencies, 'db' | 'files' | 'sealer' | 'clock'>): Handlers<
  Pick<typeof signatureRoutes, 'signing' | 'proveReport'>
> {
  return {
    signing: async ({ caller, input: { case_id } }) => {
      await seenCase(db, caller, case_id, 'case.complete');
      const { signer, certificate } = await signingOf({ db, sealer }, case_id, clock.now());
      if (certificate === null) return { seal: signer.seal, certificate: null };
      const { subject, issuer, fingerprint, not_after } = certificate;
      const state = certificateState(certificate, clock.now().getTime());
      return {
        seal: signer.seal,
        certificate: { subject, issuer, fingerprint, not_after: not_after.toISOString(), state },
      };
    },
    proveReport: ({ caller, input }) => proveReport({ db, files }, caller, input),
  };
}
