/**
 * Stores a consent that staff take: on paper in their possession, or signed by the patient on this screen with staff as
 * witness.
 */
import type { GiveAgreement, Signature } from '@rhythmdesk/contract/agreements';
import { givingFault } from '@rhythmdesk/domain/agreement/agreement-rules';
import { consentVersion } from '@rhythmdesk/domain/agreement/consent-text';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { Tx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { unprintableIn } from '../../platform/pdf/printable-text.ts';
import { lockCaseRecord, type CaseRecord } from '../../records/cases/case-record.ts';
import { keepPaperConsent, keepSignedConsent } from '../../records/cases/keep-agreement.ts';
import { authorOf, saveCase } from '../../records/cases/save-case.ts';
import { agreementFacts, namesOf } from './agreement-facts.ts';

export type SignedWords = {
  readonly language: Language;
  readonly signed_name: string | null;
  readonly signature: Signature | null;
};

type Signed = {
  readonly language?: Language | undefined;
  readonly text_version?: string | undefined;
  readonly signed_name?: string | undefined;
  readonly signature?: Signature | undefined;
};

/**
 * Refuses a consent without its text or signature, for a text that has changed since it was shown, or with a typed name
 * that its document could not print.
 */
export function signedWords({ language, text_version, signed_name, signature }: Signed): SignedWords {
  const missing = [
    ...(language === undefined ? ['language'] : []),
    ...(text_version === undefined ? ['text_version'] : []),
    ...(signed_name === undefined && signature === undefined ? ['signature'] : []),
  ];
  if (missing.length > 0 || language === undefined) {
    const fields = missing.map((name) => [name, 'refusal.input.field-missing'] as const);
    throw new Refusal('input/field-missing', { fields: Object.fromEntries(fields) });
  }
  if (text_version !== consentVersion) throw new Refusal('agreement/words-changed');
  const marks = unprintableIn(signed_name ?? '');
  if (marks.length > 0)
    throw new Refusal('agreement/name-unprintable', { fields: { signed_name: marks.join(' ') } });
  return { language, signed_name: signed_name ?? null, signature: signature ?? null };
}

/** Returns the case with its row locked if it accepts a consent in this way. */
export async function lockForConsent(
  tx: Tx,
  case_id: number,
  way: Parameters<typeof givingFault>[1],
): Promise<CaseRecord> {
  const record = await lockCaseRecord(tx, case_id);
  if (record === null) throw new Refusal('object/not-found');
  const fault = givingFault(agreementFacts(record), way);
  if (fault !== null) throw new Refusal(fault);
  return record;
}

type Context = { readonly caller: Caller; readonly request_id: string; readonly now: Date };

export async function giveAgreement(tx: Tx, case_id: number, input: GiveAgreement, context: Context) {
  const { agree_type } = input;
  const { caller, request_id, now } = context;
  const record = await lockForConsent(tx, case_id, agree_type);
  if (agree_type === 'PAPER') await keepPaperConsent(tx, case_id, caller.id, now);
  else if (agree_type === 'SCREEN') {
    const names = namesOf(record);
    const signed = { ...signedWords(input), names, witnessed_by: caller.id };
    await keepSignedConsent(tx, { case_id, agree_type, ...signed, now });
  } else throw new Refusal('agreement/method');
  const version = await saveCase(
    tx,
    record,
    {},
    { action: 'give-consent', description: agree_type, author: authorOf(caller), request_id, now },
  );
  return { case_id, version };
}
