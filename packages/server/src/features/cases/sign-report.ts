/**
 * Signs the newest report of a case when it is completed. A report made from the reading is printed again from its
 * stored data, so that its pages name verifier and signer (`name-signers.ts`); any other file is signed as it is. The
 * signature is appended before the transaction and stored in the transaction. If the file cannot contain a signature,
 * the signature exists only in the product's records (who, when, with which words, over which bytes), with the reason.
 */
import type { NamedPeople } from '@rhythmdesk/contract/report-document';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { isSigningAct, signatureMeanings, type Seal } from '@rhythmdesk/domain/report/signing';
import { visibleVersions } from '@rhythmdesk/domain/report/versions';
import type { Tx } from '../../platform/db/database.ts';
import { reportSignatures } from '../../platform/db/schema/signing.ts';
import { writeBytes, type FileStore, type StoredFile } from '../../platform/files/file-store.ts';
import type { Acting } from '../../platform/http/caller.ts';
import { sealPdf } from '../../platform/pdf/seal-pdf.ts';
import type { Sealer } from '../../platform/secrets/sealer.ts';
import { readCaseRecord } from '../../records/cases/case-record.ts';
import { signerOf, standingCertificate } from '../../records/signing/center-certificate.ts';
import { type NamingDependencies, pagesWithSigners } from './name-signers.ts';
import { writeFileRow, readVersions } from '../../records/cases/report-versions.ts';

/** How the report is signed; made before the transaction that stores it. */
export type Signing = {
  /** Language of the statement next to the password. */
  readonly language: Language;
  readonly seal: Seal;
  /** The file that takes the place of the version's own; null if that one is signed as it is. */
  readonly pages: {
    readonly report_version: number;
    /** Null if the signature is not in the file. */
    readonly certificate_id: number | null;
    readonly named: NamedPeople | null;
    readonly stored: StoredFile;
  } | null;
};

export const unsealed = (language: Language, seal: Seal = 'none'): Signing => ({
  language,
  seal,
  pages: null,
});

type SigningDependencies = NamingDependencies & {
  readonly files: FileStore;
  readonly sealer: Sealer;
};
type Signed = {
  readonly case_id: number;
  readonly action: CaseAction;
  readonly caller: Acting;
  readonly language: Language;
  readonly now: Date;
};

/** Returns what a signature of the newest version would be based on. */
export async function signingOf(
  { db, sealer }: Pick<SigningDependencies, 'db' | 'sealer'>,
  case_id: number,
  now: Date,
) {
  const record = await readCaseRecord(db, case_id);
  const center_id = record?.facts.tech_center_id ?? null;
  const certificate = center_id === null ? null : await standingCertificate(db, center_id);
  const [newest] = visibleVersions(await readVersions(db, case_id), 'center');
  const signer = signerOf(certificate, sealer, now);
  return {
    record,
    newest: newest ?? null,
    certificate,
    signer: newest !== undefined && newest.source !== 'reading' ? { seal: 'foreign' as const } : signer,
  };
}

/** Returns undefined for an act that signs nothing. */
export async function prepareSigning(
  dependencies: SigningDependencies,
  { case_id, action, caller, language, now }: Signed,
): Promise<Signing | undefined> {
  if (!isSigningAct(action)) return undefined;
  const { record, newest, certificate, signer } = await signingOf(dependencies, case_id, now);
  const { seal } = signer;
  // A released version is already signed: the call is a repeated one, or will be refused.
  if (record === null || newest === null || newest.released_ms !== null || seal === 'foreign')
    return unsealed(language, seal === 'certificate' ? 'none' : seal);
  const { files } = dependencies;
  const { report_version } = newest;
  const printed = await pagesWithSigners(dependencies, record, report_version, caller, now);
  const named = printed?.named ?? null;
  const keep = async (pdf: Buffer, certificate_id: number | null): Promise<Signing> => ({
    language,
    seal,
    pages: { report_version, certificate_id, named, stored: await writeBytes(files, pdf) },
  });
  if (certificate === null || seal !== 'certificate')
    return printed === null ? unsealed(language, seal) : keep(printed.pdf, null);
  const statement = { signed_at: now, name: caller.name, reason: signatureMeanings[language][action] };
  const pages = printed?.pdf ?? (await files.whole(newest.sha256));
  return keep(await sealPdf(pages, signer.identity, statement), certificate.certificate_id);
}

type KeptBy = { readonly caller: Acting; readonly now: Date; readonly signing: Signing };

/** Returns the signed file: the version's own, or a new one that names the signers or contains the signature. */
export async function signedFile(tx: Tx, case_id: number, { caller, now, signing }: KeptBy) {
  const [newest] = visibleVersions(await readVersions(tx, case_id), 'center');
  if (newest === undefined) throw new Error('a completion without a report');
  const { report_version, file_id, sha256, filename } = newest;
  const { pages } = signing;
  if (pages === null) return { report_version, file_id, sha256 };
  // The version of the case was checked, so its newest report is the same as well.
  if (pages.report_version !== report_version) throw new Error('another report than the one that was signed');
  const values = { case_id, kind: 'report', side: 'technician', filename };
  const signed_id = await writeFileRow(tx, values, pages.stored, { caller, now });
  return { report_version, file_id: signed_id, sha256: pages.stored.sha256 };
}

type SignedReport = Awaited<ReturnType<typeof signedFile>> & {
  readonly case_id: number;
  readonly case_version: number;
  readonly action: CaseAction;
};

export async function keepSignature(
  tx: Tx,
  kept: SignedReport,
  { caller, now, signing }: KeptBy,
): Promise<void> {
  const { action: act, ...signed } = kept;
  if (!isSigningAct(act)) throw new Error(`${act} signs nothing`);
  const { language, seal, pages } = signing;
  await tx.insert(reportSignatures).values({
    ...signed,
    act,
    language,
    seal,
    meaning: signatureMeanings[language][act],
    certificate_id: pages?.certificate_id ?? null,
    named: pages?.named ?? null,
    signed_by: caller.id,
    signed_at: now,
  });
}
