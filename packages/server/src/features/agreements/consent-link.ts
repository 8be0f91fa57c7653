/**
 * Handles consent by a one-time link to the patient's phone. Staff request it; the patient reads and answers it without
 * signing in. A link works once and for a limited time; a later one for the same case replaces it.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { AnswerConsent, PatientConsent } from '@rhythmdesk/contract/agreements';
import { consentLinkLimits, givingFault } from '@rhythmdesk/domain/agreement/agreement-rules';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { dateIn } from '@rhythmdesk/domain/kit/wall-clock';
import type { NotificationRule } from '@rhythmdesk/domain/notice/notifications';
import { stripPhone } from '@rhythmdesk/domain/people/contact';
import { maskName } from '@rhythmdesk/domain/people/masking';
import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import { z } from 'zod';
import { isAhead } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { consentLinks } from '../../platform/db/schema/agreements.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { lockCase, readCaseRecord, type CaseRecord } from '../../records/cases/case-record.ts';
import { keepSignedConsent } from '../../records/cases/keep-agreement.ts';
import { authorOf, saveCase } from '../../records/cases/save-case.ts';
import type { AgreementDependencies } from './agreement-dependencies.ts';
import { agreementFacts, namesOf } from './agreement-facts.ts';
import { consentWords } from './consent-words.ts';
import { lockForConsent, signedWords } from './give-agreement.ts';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const languageWord = z.enum(languages);

const phoneDigits = { least: 7, most: 15 } as const;

function phoneOf(text: string): string {
  const digits = stripPhone(text);
  if (digits.length >= phoneDigits.least && digits.length <= phoneDigits.most) return digits;
  throw new Refusal('input/invalid', { fields: { patient_phone_number: 'refusal.input.invalid' } });
}

/** Refuses if the limit of links was reached, and says when the oldest of them no longer counts. */
async function refuseTooMany(tx: Tx, case_id: number, now: Date): Promise<void> {
  const { links, hours } = consentLinkLimits;
  const since = new Date(now.getTime() - hours * 3_600_000);
  const sent = await tx
    .select({ created_at: consentLinks.created_at })
    .from(consentLinks)
    .where(and(eq(consentLinks.case_id, case_id), gt(consentLinks.created_at, since)))
    .orderBy(desc(consentLinks.created_at))
    .limit(links);
  const oldest = sent[links - 1];
  if (oldest === undefined) return;
  const retry_after_s = Math.ceil((oldest.created_at.getTime() - since.getTime()) / 1000);
  throw new Refusal('agreement/links-spent', { retry_after_s });
}

type Asking = {
  readonly case_id: number;
  readonly phone_number: string;
  readonly language: Language;
};
type Context = { readonly caller: Caller; readonly request_id: string; readonly now: Date };

async function insertLink(
  tx: Tx,
  asking: Asking,
  { caller, now }: Context,
  expires_at: Date,
): Promise<number> {
  const { case_id, language } = asking;
  await tx
    .update(consentLinks)
    .set({ ended_at: now, outcome: 'replaced' })
    .where(and(eq(consentLinks.case_id, case_id), isNull(consentLinks.ended_at)));
  const [row] = await tx
    .insert(consentLinks)
    .values({
      case_id,
      phone_number: asking.phone_number,
      language,
      requested_by: caller.id,
      created_at: now,
      expires_at,
    })
    .returning({ consent_link_id: consentLinks.consent_link_id });
  if (row === undefined) throw new Error('the consent link was not written');
  return row.consent_link_id;
}

/** Queues the message with the link; the link's secret is derived from its row when it is sent. */
export async function askAgreement(
  { oneTime, link_hours }: Pick<AgreementDependencies, 'oneTime' | 'link_hours'>,
  tx: Tx,
  typed: Asking,
  context: Context,
) {
  const { case_id, language } = typed;
  const { caller, request_id, now } = context;
  const record = await lockForConsent(tx, case_id, 'MOBILE');
  const asking = { ...typed, phone_number: phoneOf(typed.phone_number) };
  await refuseTooMany(tx, case_id, now);
  const expires_at = new Date(now.getTime() + link_hours * 3_600_000);
  const id = await insertLink(tx, asking, context, expires_at);
  const token_hash = hashOf(oneTime.make('consent-link', String(id)));
  await tx.update(consentLinks).set({ token_hash }).where(eq(consentLinks.consent_link_id, id));
  await enqueue(tx, 'send-text-message', {
    message_id: randomUUID(),
    to: asking.phone_number,
    language,
    parameters: { hospital_name: record.hospital.name },
    secret_id: String(id),
    useless_after: expires_at.toISOString(),
  });
  const saving = { action: 'ask-consent', description: '', author: authorOf(caller), request_id, now };
  await saveCase(tx, record, {}, saving);
  return { case_id, expires_at: expires_at.toISOString() };
}

export async function markLinkSent({ db, clock }: Pick<AgreementDependencies, 'db' | 'clock'>, id: string) {
  await db
    .update(consentLinks)
    .set({ sent_at: clock.now() })
    .where(and(eq(consentLinks.consent_link_id, Number(id)), isNull(consentLinks.sent_at)));
}

/** Returns the link of a token while it is valid; 404 for an unknown token, 410 for an ended link. */
async function openLink(db: Db | Tx, token: string, now: Date) {
  const [link] = await db
    .select()
    .from(consentLinks)
    .where(eq(consentLinks.token_hash, hashOf(token)));
  if (link === undefined) throw new Refusal('object/not-found');
  if (link.ended_at !== null || link.expires_at <= now || isAhead(link.created_at, now))
    throw new Refusal('auth/link-gone');
  return { ...link, language: languageWord.parse(link.language) };
}

/** A link has also ended if its case no longer accepts a consent. */
function proveStillOpen(record: CaseRecord | null): CaseRecord {
  if (record === null || givingFault(agreementFacts(record), 'MOBILE') !== null) {
    throw new Refusal('auth/link-gone');
  }
  return record;
}

const daySeconds = 86_400;

export async function readConsent(
  { db, clock, support_phone }: AgreementDependencies,
  token: string,
): Promise<PatientConsent> {
  const { case_id, language, expires_at } = await openLink(db, token, clock.now());
  const record = proveStillOpen(await readCaseRecord(db, case_id));
  const { row, hospital } = record;
  const seconds = row.recording_seconds;
  const start = row.recording_start;
  return {
    ...consentWords(namesOf(record)),
    language,
    masked_name: maskName(row.patient_last_name ?? row.patient_first_name ?? ''),
    hospital_name: hospital.name,
    recording_days: seconds === null ? null : Math.max(1, Math.round(seconds / daySeconds)),
    recorded_on: start === null ? null : dateIn(hospital.time_zone, start.getTime()),
    expires_at: expires_at.toISOString(),
    support_phone,
  };
}

const notificationsOf = (code: 'consent-given' | 'consent-declined'): readonly NotificationRule[] => [
  { recipients: 'hospital', code },
];

/**
 * Stores the patient's answer. The case is locked before the link, in the order of every other change, and then the
 * link is read again.
 */
async function answer(tx: Tx, input: AnswerConsent, context: Omit<Context, 'caller'>): Promise<void> {
  const { token, agreed } = input;
  const { request_id, now } = context;
  const first = await openLink(tx, token, now);
  await lockCase(tx, first.case_id);
  const { case_id, consent_link_id } = await openLink(tx, token, now);
  const record = proveStillOpen(await readCaseRecord(tx, case_id));
  if (agreed) {
    const signed = { ...signedWords(input), names: namesOf(record), witnessed_by: null };
    await keepSignedConsent(tx, { case_id, agree_type: 'MOBILE', ...signed, now });
  }
  await tx
    .update(consentLinks)
    .set({ ended_at: now, outcome: agreed ? 'agreed' : 'declined' })
    .where(eq(consentLinks.consent_link_id, consent_link_id));
  await saveCase(
    tx,
    record,
    {},
    {
      action: agreed ? 'give-consent' : 'decline-consent',
      description: 'MOBILE',
      notify: notificationsOf(agreed ? 'consent-given' : 'consent-declined'),
      author: null,
      request_id,
      now,
    },
  );
}

export async function answerConsent(
  { db, clock }: AgreementDependencies,
  input: AnswerConsent,
  request_id: string,
): Promise<void> {
  await transact(db, (tx) => answer(tx, input, { request_id, now: clock.now() }));
}

/** Deletes links, with the telephone numbers in them, some days after their end. Returns their number. */
export async function forgetConsentLinks(db: Db, now: Date, days: number): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000);
  const gone = await db
    .delete(consentLinks)
    .where(lt(consentLinks.expires_at, before))
    .returning({ consent_link_id: consentLinks.consent_link_id });
  return gone.length;
}
