/** Builds the patient of a case in the format of the specification's payload. */
import type { AgreementState } from '@rhythmdesk/contract/agreements';
import { personName } from '@rhythmdesk/domain/people/person-name';

export function payloadOf({ case_id, patient }: AgreementState) {
  const name = personName(patient.first_name, patient.last_name);
  return {
    case_id,
    name,
    birthday: patient.birthday ?? '',
    patient_id: patient.patient_id ?? '',
    patient_phone_number: patient.phone_number ?? '',
  };
}
