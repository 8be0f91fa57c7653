/** Passes the sendable files to the engine and removes them from the page. */
import { engine } from '../queue/engine.ts';
import type { NewSending } from '../queue/new-sending.ts';
import type { Sender } from '../queue/sending.ts';
import { personName } from '@rhythmdesk/domain/people/person-name';
import { removeCards } from './batch.ts';
import { patientNameOf } from './patient-field.tsx';
import { isRequestable, isSendable, type Prepared } from './use-prepared.ts';
import { hnIdOf } from './verdict.ts';

type SendingWishes = {
  readonly consent: boolean;
  /** The server requests the analysis as soon as the case is ready. */
  readonly with_request: boolean;
};

function fieldsOf(prepared: Prepared, { consent, with_request }: SendingWishes): Record<string, string> {
  const { card, hospital, waiting } = prepared;
  const asks = with_request && isRequestable(prepared, consent);
  const isAgreed = consent && hospital?.agree_type === 'PAPER';
  const wishes = { ...(isAgreed ? { consent: 'true' } : {}), ...(asks ? { request: 'true' } : {}) };
  if (waiting !== null) return wishes;
  const filled = Object.entries(card.patient).flatMap(([field, value]) => {
    const text = value.trim();
    return text === '' ? [] : [[field, text] as const];
  });
  return { ...Object.fromEntries(filled), priority: card.priority, ...wishes };
}

function factsOf(prepared: Prepared, wishes: SendingWishes): NewSending | null {
  const { card, hospital, waiting } = prepared;
  const hn_id = hnIdOf(card);
  if (hn_id === null || hospital === null || card.result === null || card.result === 'broken') return null;
  const known = waiting && personName(waiting.patient_first_name, waiting.patient_last_name);
  return {
    filename: card.file.name,
    size_bytes: card.file.size,
    fingerprint: card.result.fingerprint,
    made_of: card.conversion?.source.files[0]?.name ?? null,
    hn_id,
    patient_name: known ?? patientNameOf(card.patient),
    hospital_id: hospital.id,
    fields: fieldsOf(prepared, wishes),
  };
}

export function sendBatch(sender: Sender, prepared: readonly Prepared[], wishes: SendingWishes): void {
  const wanted = prepared.filter(isSendable).flatMap((each) => {
    const facts = factsOf(each, wishes);
    return facts === null ? [] : [{ id: each.card.id, facts, file: each.card.file }];
  });
  removeCards(wanted.map(({ id }) => id));
  void engine.send(sender, wanted);
}
