/** Builds the patient of a case in the format of the specification's payload. */
import type { AgreementState } from '@rhythmdesk/contract/agreements';

export function payloadOf({ case_id, patient }: AgreementState) {
  const name = [patient.last_name, patient.first_name].filter((part) => part !== '').join(' ');
  return {
    case_id,
    name,
    birthday: patient.birthday ?? '',
    patient_id: patient.patient_id ?? '',
    patient_phone_number: patient.phone_number ?? '',
  };
}
