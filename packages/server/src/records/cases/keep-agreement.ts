/**
 * Stores a consent: which text, in which language, when, with which signature and with which witness. The text is
 * stored by version and hash, so that a later change never alters what was agreed to (decisions, section 6).
 */
import { createHash } from 'node:crypto';
import type { Signature } from '@rhythmdesk/contract/agreements';
import type { AgreeType } from '@rhythmdesk/domain/agreement/agreement-rules';
import {
  consentTextOf,
  consentVersion,
  plainConsent,
  type ConsentNames,
} from '@rhythmdesk/domain/agreement/consent-text';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { Tx } from '../../platform/db/database.ts';
import { agreements } from '../../platform/db/schema/agreements.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

type NewAgreement = {
  readonly case_id: number;
  readonly agree_type: Exclude<AgreeType, 'NONE'>;
  readonly language: Language;
  readonly text_version: string;
  readonly text_sha256: string;
  readonly signed_name?: string | null;
  readonly signature?: Signature | null;
  readonly witnessed_by: number | null;
  readonly now: Date;
};

async function insertAgreement(tx: Tx, { now, ...values }: NewAgreement): Promise<number> {
  const [row] = await tx
    .insert(agreements)
    .values({ ...values, agreed_at: now, created_at: now })
    .returning({ agreement_id: agreements.agreement_id });
  if (row === undefined) throw new Error('the consent was not written');
  return row.agreement_id;
}

const paperConsent = {
  version: 'paper-2026-11',
  text: 'The hospital holds the consent to this analysis, signed by the patient on paper.',
};

/** Stores that staff confirm to have the paper; the paper itself is the document. */
export async function keepPaperConsent(tx: Tx, case_id: number, witness: number, now: Date): Promise<void> {
  await insertAgreement(tx, {
    case_id,
    agree_type: 'PAPER',
    language: 'en',
    text_version: paperConsent.version,
    text_sha256: sha256Hex(paperConsent.text),
    witnessed_by: witness,
    now,
  });
}

export type SignedConsent = {
  readonly case_id: number;
  readonly agree_type: 'SCREEN' | 'MOBILE';
  readonly language: Language;
  readonly names: ConsentNames;
  readonly signed_name: string | null;
  readonly signature: Signature | null;
  readonly witnessed_by: number | null;
  readonly now: Date;
};

/** Stores a consent signed in the product; a job creates its document. */
export async function keepSignedConsent(tx: Tx, { names, ...signed }: SignedConsent): Promise<void> {
  const text_sha256 = sha256Hex(plainConsent(consentTextOf(signed.language, names)));
  const agreement_id = await insertAgreement(tx, { ...signed, text_version: consentVersion, text_sha256 });
  await enqueue(tx, 'make-consent-document', { agreement_id, ...names });
}
