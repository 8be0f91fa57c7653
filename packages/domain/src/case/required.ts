/** Lists the fields without which a case cannot be requested. Source: decisions, section 3. */
const requiredFields = ['patient_name', 'birth_date', 'gender', 'patient_id', 'recording_start'] as const;
export type RequiredField = (typeof requiredFields)[number];

export interface RequiredValues {
  readonly patient_first_name: string | null;
  readonly patient_last_name: string | null;
  readonly birth_date: string | null;
  readonly gender: string | null;
  readonly patient_id: string | null;
  readonly recording_start: string | number | object | null;
}

const isBlank = (value: string | number | object | null): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

/** Returns the missing fields. One part of the name is enough, because some people have only one. */
export function missingRequired(values: RequiredValues): readonly RequiredField[] {
  const hasName = !isBlank(values.patient_first_name) || !isBlank(values.patient_last_name);
  return requiredFields.filter((field) => (field === 'patient_name' ? !hasName : isBlank(values[field])));
}

/** Returns each missing field of the form with the key of its message. */
export function missingMessages(missing: readonly RequiredField[]): Readonly<Record<string, string>> {
  const fields = missing.map((field) => (field === 'patient_name' ? 'patient_last_name' : field));
  return Object.fromEntries(fields.map((field) => [field, 'refusal.input.field-missing']));
}
