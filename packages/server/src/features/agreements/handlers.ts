/** Handlers of the consent routes. */
import type { agreementRoutes, GiveAgreement } from '@rhythmdesk/contract/agreements';
import { consentVersion } from '@rhythmdesk/domain/agreement/consent-text';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { everything, inScope } from '../../platform/db/row-scope.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { seenCase } from '../../records/cases/seen-case.ts';
import type { AgreementDependencies } from './agreement-dependencies.ts';
import { answerConsent, askAgreement, readConsent } from './consent-link.ts';
import { findPatient } from './find-patient.ts';
import { giveAgreement } from './give-agreement.ts';
import { readAgreement } from './read-agreement.ts';
import { withdrawAgreement } from './withdraw-agreement.ts';

/**
 * Completes a consent on this screen whose sender names only the patient, as the specification's client does: the
 * current text in the language of the request, signed with the typed name.
 */
function asShown(input: GiveAgreement, language: Language): GiveAgreement {
  const { language: ofText, text_version, signature, signed_name } = input;
  const isBare = [ofText, text_version, signature, signed_name].every((part) => part === undefined);
  return isBare ? { ...input, language, text_version: consentVersion, signed_name: input.name } : input;
}

export function agreementHandlers(dependencies: AgreementDependencies): Handlers<typeof agreementRoutes> {
  const { db, clock } = dependencies;
  return {
    askAgreement: async ({ caller, input, request_id, language, once }) => {
      if (input.agree_type !== 'MOBILE') throw new Refusal('agreement/method');
      const { row } = await findPatient(dependencies, caller, input);
      const asking = {
        case_id: row.case_id,
        phone_number: input.patient_phone_number,
        language: input.language ?? language,
      };
      const context = { caller, request_id, now: clock.now() };
      return once((tx) => askAgreement(dependencies, tx, asking, context));
    },
    giveAgreement: async ({ caller, input, request_id, language, once }) => {
      const { row } = await findPatient(dependencies, caller, input);
      const context = { caller, request_id, now: clock.now() };
      const given = input.agree_type === 'SCREEN' ? asShown(input, language) : input;
      return once((tx) => giveAgreement(tx, row.case_id, given, context));
    },
    readAgreement: ({ caller, input }) => readAgreement(dependencies, caller, input.case_id),
    withdrawAgreement: async ({ caller, input, request_id }) => {
      await seenCase(db, caller, input.case_id, 'agreement.write');
      return transact(db, (tx) => withdrawAgreement(tx, input, { caller, request_id, now: clock.now() }));
    },
    // The patient is not signed in: the secret of the link gives access to its one case.
    readConsent: ({ input }) => inScope(everything, () => readConsent(dependencies, input.token)),
    answerConsent: async ({ input, request_id }) => {
      await inScope(everything, () => answerConsent(dependencies, input, request_id));
      return { ok: true };
    },
  };
}
