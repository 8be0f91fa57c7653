/** Describes the typed value of one field of an institution, and converts it to the value that is sent. */
import type { Institution, InstitutionChange } from '@rhythmdesk/contract/institutions';
import { plainNumber } from '@rhythmdesk/domain/kit/typed-number';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { twoFactorRules, type InstitutionField } from '@rhythmdesk/domain/people/institution-fields';
import { isGroupType } from '@rhythmdesk/domain/people/roles';
import { agreeTypes } from '@rhythmdesk/domain/agreement/agreement-rules';
import { sectionsIn } from './section-order.ts';

type GroupName = { readonly id: number; readonly name: string };

/** A typed text, or chosen groups; other fields are chosen from a list of words. */
export type FieldDraft = { readonly text: string; readonly groups: readonly GroupName[] };

const switches: ReadonlySet<InstitutionField> = new Set([
  'takes_others_share',
  'verification_required',
  'immediate_sign_up',
  'provider_sign_up',
]);
export const isSwitch = (field: InstitutionField): boolean => switches.has(field);

const numbers: ReadonlySet<InstitutionField> = new Set([
  'coverage_minimum',
  'second_reading_share',
  'analysis_ratio',
  'turnaround_normal_h',
  'turnaround_urgent_h',
  'idle_minutes',
]);
/** Fields that may be empty; an empty one is not set. */
const mayBeEmpty: ReadonlySet<InstitutionField> = new Set([
  'analysis_ratio',
  'coverage_minimum',
  'second_reading_share',
  'idle_minutes',
]);
export const isNumber = (field: InstitutionField): boolean => numbers.has(field);

/** Writes basis points as a percentage: 825 is `8.25`. */
export const percentText = (rate_bp: number): string => String(rate_bp / 100);

/** Returns the typed percentage in basis points; null if it is invalid. */
function basisPointsOf(typed: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(plainNumber(typed));
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  const rate_bp = Number(`${whole}${fraction.padEnd(2, '0')}`);
  return rate_bp <= 10_000 ? rate_bp : null;
}

/** Returns the value before any edit. */
export function fieldDraftOf(record: Institution, field: InstitutionField): FieldDraft {
  const { administration: held } = record;
  const of = (value: string | number | boolean | null | undefined): FieldDraft => ({
    text: value === null || value === undefined ? '' : String(value),
    groups: [],
  });
  if (field === 'assigned_group') return { text: '', groups: held?.assigned_group ?? [] };
  if (field === 'tech_center_id')
    return { text: '', groups: record.tech_center === null ? [] : [record.tech_center] };
  if (field === 'charging_unit_id') return of(held?.charging_unit?.id);
  if (field === 'report_sections') return of(held?.report_sections.join(','));
  if (field === 'turnaround_normal_h') return of(record.turnaround_hours.normal);
  if (field === 'turnaround_urgent_h') return of(record.turnaround_hours.urgent);
  if (field === 'tax_rate_bp') return of(held === null ? null : percentText(held.tax_rate_bp));
  if (field in record) {
    const value: unknown = Reflect.get(record, field);
    if (typeof value === 'string') return of(value);
  }
  const value: unknown = held === null ? null : Reflect.get(held, field);
  return of(
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null,
  );
}

/** Returns the change of this one field, or null if the typed text is not a valid value. */
export function changeOfField(
  field: InstitutionField,
  { text, groups }: FieldDraft,
): InstitutionChange | null {
  const typed = text.trim();
  if (field === 'assigned_group') return { assigned_group: groups.map(({ id }) => id) };
  if (field === 'tech_center_id') return { tech_center_id: groups[0]?.id ?? null };
  if (field === 'charging_unit_id') return { charging_unit_id: typed === '' ? null : Number(typed) };
  if (field === 'type') return isGroupType(typed) ? { type: typed } : null;
  if (field === 'agree_type') {
    const word = agreeTypes.find((each) => each === typed);
    return word === undefined ? null : { agree_type: word };
  }
  if (field === 'two_factor') {
    const word = twoFactorRules.find((each) => each === typed);
    return word === undefined ? null : { two_factor: word };
  }
  if (field === 'invoice_language') {
    const word = languages.find((each) => each === typed) ?? null;
    return { invoice_language: word };
  }
  if (field === 'tax_rate_bp') {
    const rate_bp = basisPointsOf(typed);
    return rate_bp === null ? null : { tax_rate_bp: rate_bp };
  }
  if (field === 'report_sections') return { report_sections: [...sectionsIn(typed)] };
  // The checksum of the current picture means that no new one was chosen.
  if (field === 'logo') return /^[\da-f]{64}$/.test(typed) ? null : { logo: typed };
  if (isSwitch(field)) return { [field]: typed === 'true' };
  if (!isNumber(field)) return { [field]: typed };
  if (typed === '') return mayBeEmpty.has(field) ? { [field]: null } : null;
  const number = plainNumber(typed);
  return /^\d{1,4}$/.test(number) ? { [field]: Number(number) } : null;
}
