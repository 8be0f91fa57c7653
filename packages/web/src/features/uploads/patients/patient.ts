/** Lists the patient's fields that are sent beside a recording. */
export const patientFields = [
  'patient_last_name',
  'patient_first_name',
  'patient_id',
  'birth_date',
  'gender',
  'phone_number',
  'comment',
] as const;
export type PatientField = (typeof patientFields)[number];
export type Patient = Readonly<Record<PatientField, string>>;

export const emptyPatient: Patient = {
  patient_last_name: '',
  patient_first_name: '',
  patient_id: '',
  birth_date: '',
  gender: '',
  phone_number: '',
  comment: '',
};

export const isEmptyPatient = (patient: Patient): boolean =>
  patientFields.every((field) => patient[field].trim() === '');
