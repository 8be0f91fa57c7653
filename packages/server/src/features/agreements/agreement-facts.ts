/** Converts a case record to the facts that the rules of consent need. */
import { agreeTypes, type AgreementFacts } from '@rhythmdesk/domain/agreement/agreement-rules';
import type { ConsentNames } from '@rhythmdesk/domain/agreement/consent-text';
import { z } from 'zod';
import type { CaseRecord } from '../../records/cases/case-record.ts';

const agreeType = z.enum(agreeTypes);

export function agreementFacts({ hospital, facts }: CaseRecord): AgreementFacts {
  const required = agreeType.parse(hospital.agree_type);
  return {
    required,
    given: required !== 'NONE' && !facts.agreement_missing,
    closed: facts.closed,
    confirmed: facts.confirmed,
  };
}

export const namesOf = ({ hospital, center }: CaseRecord): ConsentNames => ({
  hospital: hospital.name,
  center: center?.name ?? null,
});
