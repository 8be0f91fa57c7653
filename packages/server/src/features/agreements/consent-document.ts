/**
 * Makes the document of a consent as a PDF among the case's files: the text as it was shown, the signature, the time,
 * the way and the witness. Running it twice leaves one document.
 */
import { readFile } from 'node:fs/promises';
import { signatureField } from '@rhythmdesk/contract/agreements';
import { consentTextOf, type ConsentNames } from '@rhythmdesk/domain/agreement/consent-text';
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { dateIn } from '@rhythmdesk/domain/kit/wall-clock';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { personName } from '@rhythmdesk/domain/people/person-name';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { agreementFiles, agreements } from '../../platform/db/schema/agreements.ts';
import { caseFiles, cases } from '../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import type { FileStore, StoredFile } from '../../platform/files/file-store.ts';
import { publish } from '../../platform/live/publish.ts';
import { typeset } from '../../platform/pdf/typeset.ts';
import { momentText } from '../../platform/texts/moment-text.ts';
import { lockCase } from '../../records/cases/case-record.ts';
import { consentLabels } from './consent-labels.ts';

type Documenting = { readonly db: Db; readonly files: FileStore; readonly clock: Clock };
type Wanted = ConsentNames & { readonly agreement_id: number };

const languageWord = z.enum(languages);

async function readConsented(db: Db, agreement_id: number) {
  const [found] = await db
    .select({ agreement: agreements, row: cases, time_zone: userGroups.time_zone, witness: users.name })
    .from(agreements)
    .innerJoin(cases, eq(cases.case_id, agreements.case_id))
    .innerJoin(userGroups, eq(userGroups.id, cases.hospital_id))
    .leftJoin(users, eq(users.id, agreements.witnessed_by))
    .where(eq(agreements.agreement_id, agreement_id));
  if (found === undefined) throw new Error(`no consent ${String(agreement_id)}`);
  return found;
}
type Consented = Awaited<ReturnType<typeof readConsented>>;

function calendarDay(timeZone: string, at: Date) {
  const [year, month, day] = dateIn(timeZone, at.getTime()).split('-').map(Number);
  return { year, month, day };
}

function documentData(consented: Consented, names: ConsentNames, language: Language) {
  const { agreement, row, time_zone, witness } = consented;
  const labels = consentLabels[language];
  const ways = { PAPER: labels.PAPER, SCREEN: labels.SCREEN, MOBILE: labels.MOBILE };
  const way = z.enum(['PAPER', 'SCREEN', 'MOBILE']).parse(agreement.agree_type);
  const facts = [
    [labels.patient, personName(row.patient_first_name, row.patient_last_name)],
    [labels.birth_date, row.birth_date ?? ''],
    [labels.patient_id, row.patient_id ?? ''],
    [labels.hn_id, row.hn_id],
    [labels.agreed_at, momentText(language, time_zone, agreement.agreed_at)],
    [labels.way, ways[way]],
    [labels.witness, witness ?? ''],
  ].filter(([, value]) => value !== '');
  return {
    hospital_name: names.hospital,
    agreed_at: calendarDay(time_zone, agreement.agreed_at),
    text: consentTextOf(language, names),
    facts,
    signature: agreement.signature,
    signed_name: agreement.signed_name,
    field: signatureField,
    labels: { signature: labels.signature, drawn: labels.drawn, typed: labels.typed },
    foot: `${agreement.text_version} · ${agreement.text_sha256}`,
  };
}

const templateFile = new URL('./consent-document.typ', import.meta.url);

async function makeConsentPdf(consented: Consented, names: ConsentNames): Promise<Buffer> {
  const language = languageWord.parse(consented.agreement.language);
  return typeset(await readFile(templateFile, 'utf8'), documentData(consented, names, language), language);
}

async function addDocument(
  tx: Tx,
  { agreement, row }: Consented,
  stored: StoredFile,
  now: Date,
): Promise<void> {
  const { agreement_id, case_id } = agreement;
  await lockCase(tx, case_id);
  if ((await tx.$count(agreementFiles, eq(agreementFiles.agreement_id, agreement_id))) > 0) return;
  const [file] = await tx
    .insert(caseFiles)
    .values({
      case_id,
      kind: 'consent',
      side: 'user',
      filename: `Consent-${row.hn_id}.pdf`,
      media_type: 'application/pdf',
      size_bytes: stored.bytes,
      sha256: stored.sha256,
      created_by: agreement.witnessed_by,
      created_at: now,
    })
    .returning({ file_id: caseFiles.file_id });
  if (file === undefined) throw new Error('the file row was not written');
  await tx.insert(agreementFiles).values({ agreement_id, file_id: file.file_id });
  await publish(tx, { type: 'case', case_id, version: row.version });
}

export async function makeConsentDocument(
  { db, files, clock }: Documenting,
  { agreement_id, ...names }: Wanted,
): Promise<void> {
  if ((await db.$count(agreementFiles, eq(agreementFiles.agreement_id, agreement_id))) > 0) return;
  const consented = await readConsented(db, agreement_id);
  const pdf = await makeConsentPdf(consented, names);
  const writer = await files.create();
  await writer.write(pdf);
  const stored = await writer.commit();
  await transact(db, (tx) => addDocument(tx, consented, stored, clock.now()));
}
