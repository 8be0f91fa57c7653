/** Returns what the consent page of a case shows: what is required, what was given, and a pending link. */
import type { AgreementState, GivenAgreement, SentLink } from '@rhythmdesk/contract/agreements';
import { agreeTypes, withdrawingFault } from '@rhythmdesk/domain/agreement/agreement-rules';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import {
  agreementFiles,
  agreements,
  agreementWithdrawals,
  consentLinks,
} from '../../platform/db/schema/agreements.ts';
import { users } from '../../platform/db/schema/people.ts';
import { unprintableIn } from '../../platform/pdf/printable-text.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { agreementFacts, namesOf } from './agreement-facts.ts';
import { seenCase } from '../../records/cases/seen-case.ts';
import type { AgreementDependencies } from './agreement-dependencies.ts';
import { consentWords } from './consent-words.ts';

const agreeType = z.enum(agreeTypes);
const languageWord = z.enum(languages);

async function lastAgreement(db: Db, case_id: number): Promise<GivenAgreement | null> {
  const [found] = await db
    .select({
      agreement: agreements,
      witness: users.name,
      withdrawal: agreementWithdrawals,
      file_id: agreementFiles.file_id,
    })
    .from(agreements)
    .leftJoin(users, eq(users.id, agreements.witnessed_by))
    .leftJoin(agreementWithdrawals, eq(agreementWithdrawals.agreement_id, agreements.agreement_id))
    .leftJoin(agreementFiles, eq(agreementFiles.agreement_id, agreements.agreement_id))
    .where(eq(agreements.case_id, case_id))
    .orderBy(desc(agreements.agreement_id))
    .limit(1);
  if (found === undefined) return null;
  const { agreement, witness, withdrawal, file_id } = found;
  return {
    agree_type: agreeType.parse(agreement.agree_type),
    agreed_at: agreement.agreed_at.toISOString(),
    language: languageWord.parse(agreement.language),
    text_version: agreement.text_version,
    signed_name: agreement.signed_name,
    witnessed_by: witness,
    file_id,
    withdrawn_at: withdrawal?.withdrawn_at.toISOString() ?? null,
    withdraw_reason: withdrawal?.reason ?? null,
  };
}

type LinkRow = typeof consentLinks.$inferSelect;

function stateOf({ outcome, expires_at, sent_at }: LinkRow, now: Date): SentLink['state'] {
  if (outcome === 'agreed' || outcome === 'declined') return outcome;
  if (expires_at <= now) return 'expired';
  return sent_at === null ? 'sending' : 'open';
}

async function lastLink(db: Db, case_id: number, now: Date): Promise<SentLink | null> {
  const [link] = await db
    .select()
    .from(consentLinks)
    .where(eq(consentLinks.case_id, case_id))
    .orderBy(desc(consentLinks.consent_link_id))
    .limit(1);
  if (link === undefined) return null;
  return {
    state: stateOf(link, now),
    phone_end: link.phone_number.slice(-4),
    created_at: link.created_at.toISOString(),
    expires_at: link.expires_at.toISOString(),
  };
}

export async function readAgreement(
  { db, clock }: AgreementDependencies,
  caller: Caller,
  case_id: number,
): Promise<AgreementState> {
  const record = await seenCase(db, caller, case_id, 'agreement.write');
  const { row, hospital } = record;
  const facts = agreementFacts(record);
  const [last, first] = [row.patient_last_name ?? '', row.patient_first_name ?? ''];
  return {
    ...consentWords(namesOf(record)),
    agree_type: facts.required,
    case_id,
    version: record.facts.version,
    hn_id: row.hn_id,
    hospital_name: hospital.name,
    patient: {
      first_name: first,
      last_name: last,
      birthday: row.birth_date,
      patient_id: row.patient_id,
      phone_number: row.phone_number,
    },
    agreement: await lastAgreement(db, case_id),
    link: facts.required === 'MOBILE' ? await lastLink(db, case_id, clock.now()) : null,
    may_withdraw: withdrawingFault(facts) === null,
    unprintable: unprintableIn([last, first, row.patient_id, ...Object.values(namesOf(record))].join('\n')),
  };
}
