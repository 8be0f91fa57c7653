/**
 * Defines the contents of the case form, validates them, and makes the input that is sent. Source: specification,
 * section 5: dates are checked, a gender is selected, the HN ID is valid and not a duplicate.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { type DateFault, dateFaults } from '@rhythmdesk/domain/case/patient-dates';
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import { type Gender, genders, priorities, type Priority } from '@rhythmdesk/domain/case/status';
import { isCalendarDate } from '@rhythmdesk/domain/kit/calendar';

type TextField =
  | 'patient_id'
  | 'patient_last_name'
  | 'patient_first_name'
  | 'phone_number'
  | 'product_name'
  | 'comment';
const dateFields = ['birth_date', 'attachment_date', 'detachment_date'] as const;

/** As the inputs hold it: an absent value is an empty text. */
export type CaseDraft = Record<TextField | (typeof dateFields)[number], string> & {
  hospital_id: string;
  hn_id: string;
  gender: '' | Gender;
  priority: Priority;
};

type DraftFault =
  | 'alert.required'
  | 'fault.hn_id'
  | 'fault.gender'
  | 'fault.date'
  | 'fault.birth-future'
  | 'fault.worn-future'
  | 'fault.detachment'
  | 'fault.hospital';
type DraftFaults = Partial<Record<keyof CaseDraft, DraftFault>>;

export function emptyCaseDraft(hospital_id: number | null): CaseDraft {
  return {
    hospital_id: hospital_id === null ? '' : String(hospital_id),
    hn_id: '',
    patient_id: '',
    patient_last_name: '',
    patient_first_name: '',
    birth_date: '',
    gender: '',
    phone_number: '',
    priority: 'normal',
    attachment_date: '',
    detachment_date: '',
    product_name: '',
    comment: '',
  };
}

export function caseDraftOf(detail: CaseDetail): CaseDraft {
  return {
    hospital_id: String(detail.hospital.id),
    hn_id: detail.hn_id,
    patient_id: detail.patient_id ?? '',
    patient_last_name: detail.patient_last_name ?? '',
    patient_first_name: detail.patient_first_name ?? '',
    birth_date: detail.birth_date ?? '',
    gender: detail.gender ?? '',
    phone_number: detail.phone_number ?? '',
    priority: detail.priority,
    attachment_date: detail.attachment_date ?? '',
    detachment_date: detail.detachment_date ?? '',
    product_name: detail.product_name ?? '',
    comment: detail.comment,
  };
}

const dateFaultTexts = {
  'case/birth-date-future': 'fault.birth-future',
  'case/worn-in-future': 'fault.worn-future',
  'case/detached-before-attached': 'fault.detachment',
} as const satisfies Record<DateFault['code'], DraftFault>;

function draftDateFaults(draft: CaseDraft, today: string): DraftFaults {
  const faults: DraftFaults = {};
  for (const field of dateFields) {
    if (draft[field] !== '' && !isCalendarDate(draft[field])) faults[field] = 'fault.date';
  }
  for (const { field, code } of dateFaults(draft, today)) faults[field] ??= dateFaultTexts[code];
  return faults;
}

export function draftFaults(draft: CaseDraft, today: string): DraftFaults {
  const faults = draftDateFaults(draft, today);
  if (draft.hospital_id === '') faults.hospital_id = 'fault.hospital';
  if (draft.hn_id.trim() === '') faults.hn_id = 'alert.required';
  else if (normaliseHnId(draft.hn_id) === null) faults.hn_id = 'fault.hn_id';
  if (draft.gender === '') faults.gender = 'fault.gender';
  return faults;
}

const dateOrNull = (date: string): string | null => (date === '' ? null : date);

function fieldsOf(draft: CaseDraft) {
  return {
    patient_id: draft.patient_id.trim(),
    patient_last_name: draft.patient_last_name.trim(),
    patient_first_name: draft.patient_first_name.trim(),
    phone_number: draft.phone_number.trim(),
    product_name: draft.product_name.trim(),
    comment: draft.comment.trim(),
    birth_date: dateOrNull(draft.birth_date),
    attachment_date: dateOrNull(draft.attachment_date),
    detachment_date: dateOrNull(draft.detachment_date),
    gender: draft.gender === '' ? null : draft.gender,
    priority: draft.priority,
  };
}

/** Returns all fields that were filled in. */
export function creationOf(draft: CaseDraft) {
  return { hospital_id: Number(draft.hospital_id), hn_id: draft.hn_id.trim(), ...fieldsOf(draft) };
}

/** Returns only the fields that differ from the form's initial values. */
export function changesOf(draft: CaseDraft, begun: CaseDraft) {
  const before: Readonly<Record<string, string | null>> = fieldsOf(begun);
  const isChanged = ([field, value]: [string, string | null]) => before[field] !== value;
  const fields: Partial<ReturnType<typeof fieldsOf>> = Object.fromEntries(
    Object.entries(fieldsOf(draft)).filter(isChanged),
  );
  return fields;
}

export function asGender(text: string): '' | Gender {
  return genders.find((gender) => gender === text) ?? '';
}

export function asPriority(text: string): Priority {
  return priorities.find((priority) => priority === text) ?? 'normal';
}
