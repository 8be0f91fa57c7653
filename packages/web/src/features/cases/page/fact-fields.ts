/**
 * Defines the patient fields that the case page edits one at a time, as one table: a field's name, its input, the parts
 * of the case that it contains and its validation. A field sends only its own parts.
 */
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { stripPhone } from '@rhythmdesk/domain/people/contact';
import { genders, priorities } from '@rhythmdesk/domain/case/status';
import type { CallInput } from '../../../platform/client/client.ts';

type Part =
  | 'patient_last_name'
  | 'patient_first_name'
  | 'patient_id'
  | 'birth_date'
  | 'gender'
  | 'phone_number'
  | 'priority'
  | 'comment'
  | 'attachment_date'
  | 'detachment_date'
  | 'product_name';

type FactField = {
  readonly parts: readonly Part[];
  readonly kind: 'text' | 'lines' | 'date' | 'choice';
  readonly longest: number;
};

export const factFields = {
  name: { parts: ['patient_last_name', 'patient_first_name'], kind: 'text', longest: 80 },
  patient_id: { parts: ['patient_id'], kind: 'text', longest: 64 },
  birth_date: { parts: ['birth_date'], kind: 'date', longest: 10 },
  gender: { parts: ['gender'], kind: 'choice', longest: 10 },
  phone_number: { parts: ['phone_number'], kind: 'text', longest: 32 },
  priority: { parts: ['priority'], kind: 'choice', longest: 10 },
  comment: { parts: ['comment'], kind: 'lines', longest: 2000 },
  attachment_date: { parts: ['attachment_date'], kind: 'date', longest: 10 },
  detachment_date: { parts: ['detachment_date'], kind: 'date', longest: 10 },
  product_name: { parts: ['product_name'], kind: 'text', longest: 80 },
} as const satisfies Record<string, FactField>;
export type FactKey = keyof typeof factFields;

/** The case's own values of these fields. */
export type Facts = Pick<CaseDetail, Part>;

export type Entered = Readonly<Partial<Record<Part, string>>>;

/** Returns the case's value of a field as text; absent is empty. */
export function enteredFrom(key: FactKey, detail: Facts): Entered {
  return Object.fromEntries(factFields[key].parts.map((part) => [part, detail[part] ?? '']));
}

export function sameEntered(one: Entered, other: Entered): boolean {
  return Object.entries(one).every(([part, text]) => Reflect.get(other, part) === text);
}

/** Returns whether a text is an existing calendar date, `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** The input of a save: emptied texts are empty, emptied dates and choices are null. */
type PatientChange = Omit<CallInput<typeof caseRoutes.updateCase>, 'case_id' | 'version'>;

const choiceOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

/** Returns the input that is sent, or null if a date is invalid. */
export function changeFrom(key: FactKey, entered: Entered): PatientChange | null {
  const text = (part: Part): string => (entered[part] ?? '').trim();
  switch (key) {
    case 'name':
      return { patient_last_name: text('patient_last_name'), patient_first_name: text('patient_first_name') };
    case 'birth_date':
    case 'attachment_date':
    case 'detachment_date': {
      const date = text(key);
      if (date === '') return { [key]: null };
      return isCalendarDate(date) ? { [key]: date } : null;
    }
    case 'gender':
      return { gender: choiceOf(genders, text('gender')) ?? null };
    case 'priority': {
      const priority = choiceOf(priorities, text('priority'));
      return priority === undefined ? null : { priority };
    }
    case 'phone_number':
      return { phone_number: stripPhone(text('phone_number')) };
    case 'patient_id':
    case 'product_name':
    case 'comment':
      return { [key]: text(key) };
  }
}

/** Returns the case after the change, for the screen; emptied values are absent there. */
export function detailWith(change: PatientChange): Partial<CaseDetail> {
  const shown: Partial<CaseDetail> = {};
  for (const [part, value] of Object.entries(change)) {
    Object.assign(shown, { [part]: value === '' && part !== 'comment' ? null : value });
  }
  return shown;
}
