/**
 * A paper consent that staff confirm to hold (decisions, section 6): which words they confirmed, when, and who. The
 * words are kept by version and hash, so that a later change of them never changes what was confirmed.
 */
import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/db/database.ts';
import { agreements } from '../../platform/db/schema/cases.ts';

const paperConsent = {
  version: 'paper-2026-11',
  text: 'The hospital holds the consent to this analysis, signed by the patient on paper.',
};

export async function recordPaperConsent(tx: Tx, case_id: number, witness: number, now: Date): Promise<void> {
  await tx.insert(agreements).values({
    case_id,
    agree_type: 'PAPER',
    text_version: paperConsent.version,
    text_sha256: createHash('sha256').update(paperConsent.text).digest('hex'),
    witnessed_by: witness,
    agreed_at: now,
    created_at: now,
  });
}
