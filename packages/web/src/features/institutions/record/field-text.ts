/** Decides which fields of an institution are shown, and formats their values as text. */
import type { Institution } from '@rhythmdesk/contract/institutions';
import {
  hasField,
  institutionFields,
  type InstitutionField,
} from '@rhythmdesk/domain/people/institution-fields';
import type { ReportSection } from '@rhythmdesk/domain/report/report-form';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../../platform/texts/languages.ts';
import { percentText } from './field-draft.ts';

type Administration = NonNullable<Institution['administration']>;
type Words = TFunction<'institutions'>;

const adminFields: ReadonlySet<InstitutionField> = new Set([
  'assigned_group',
  'analysis_ratio',
  'takes_others_share',
  'verification_required',
  'coverage_minimum',
  'second_reading_share',
  'immediate_sign_up',
  'provider_sign_up',
  'two_factor',
  'idle_minutes',
  'description',
  'billing_address',
  'billing_email',
  'tax_rate_bp',
  'invoice_language',
  'tax_number',
  'bank_account',
  'charging_unit_id',
  'letterhead',
  'logo',
  'report_sections',
]);

/** Returns the fields that this institution has and that the caller may see. */
export function shownFields(record: Institution): readonly InstitutionField[] {
  const { administration, type } = record;
  return institutionFields.filter((field) => {
    if (!hasField(type, field)) return false;
    if (administration === null) return !adminFields.has(field);
    // A price policy is hidden if the caller may neither change nor see it.
    return (
      field !== 'charging_unit_id' ||
      administration.charging_unit !== null ||
      administration.editable.includes(field)
    );
  });
}

const sectionWords = (sections: readonly ReportSection[], t: Words): string =>
  sections.length === 0
    ? t('section.standard')
    : sections.map((section) => t(`section.${section}`)).join(' · ');

function administered(field: InstitutionField, held: Administration, t: Words): string | null {
  if (field === 'description') return held.description;
  if (field === 'billing_address') return held.billing_address;
  if (field === 'billing_email') return held.billing_email;
  if (field === 'tax_number') return held.tax_number;
  if (field === 'bank_account') return held.bank_account;
  if (field === 'letterhead') return held.letterhead;
  if (field === 'logo') return held.logo === '' ? '' : t('value.logo');
  if (field === 'report_sections') return sectionWords(held.report_sections, t);
  if (field === 'tax_rate_bp') return t('value.rate', { value: percentText(held.tax_rate_bp) });
  if (field === 'invoice_language')
    return held.invoice_language === null
      ? t('value.zone-language')
      : languageNames[held.invoice_language].name;
  if (field === 'charging_unit_id') return held.charging_unit?.name ?? '';
  if (field === 'assigned_group') {
    const names = held.assigned_group.map(({ name }) => name);
    return names.length > 3 ? t('value.groups', { count: names.length }) : names.join(', ');
  }
  if (field === 'analysis_ratio')
    return held.analysis_ratio === null
      ? t('value.no-ratio')
      : t('value.percent', { value: held.analysis_ratio });
  if (field === 'takes_others_share')
    return t(held.takes_others_share ? 'value.takes.true' : 'value.takes.false');
  if (field === 'verification_required')
    return t(held.verification_required ? 'value.verification.true' : 'value.verification.false');
  if (field === 'coverage_minimum')
    return held.coverage_minimum === null
      ? t('value.no-minimum')
      : t('value.rate', { value: held.coverage_minimum });
  if (field === 'second_reading_share')
    return held.second_reading_share === null
      ? t('value.no-second')
      : t('value.rate', { value: held.second_reading_share });
  if (field === 'immediate_sign_up')
    return t(held.immediate_sign_up ? 'value.immediate.true' : 'value.immediate.false');
  if (field === 'provider_sign_up')
    return t(held.provider_sign_up ? 'value.provider.true' : 'value.provider.false');
  if (field === 'two_factor') return t(`value.two.${held.two_factor}`);
  if (field !== 'idle_minutes') return null;
  return held.idle_minutes === null
    ? t('value.installation')
    : t('value.minutes', { count: held.idle_minutes });
}

function plain(record: Institution, field: InstitutionField, t: Words): string {
  if (field === 'name') return record.name;
  if (field === 'type') return t(`type.${record.type}`);
  if (field === 'agree_type') return t(`agree.${record.agree_type}`);
  if (field === 'tech_center_id') return record.tech_center?.name ?? '';
  if (field === 'turnaround_normal_h') return t('value.hours', { count: record.turnaround_hours.normal });
  if (field === 'turnaround_urgent_h') return t('value.hours', { count: record.turnaround_hours.urgent });
  if (field === 'time_zone') return record.time_zone;
  if (field === 'register_code') return record.register_code ?? '';
  if (field === 'region') return record.region ?? '';
  if (field === 'postcode') return record.postcode ?? '';
  if (field === 'address') return record.address ?? '';
  return field === 'department' ? (record.department ?? '') : '';
}

export type FieldText = { readonly label: string; readonly text: string; readonly isEmpty: boolean };

export function useFieldLabel(): (field: InstitutionField, type: Institution['type']) => string {
  const { t } = useTranslation('institutions');
  return (field, type) =>
    field === 'tech_center_id' && type === 'team' ? t('field.tech_center_id.team') : t(`field.${field}`);
}

export function useFieldText(): (record: Institution, field: InstitutionField) => FieldText {
  const { t } = useTranslation('institutions');
  const labelOf = useFieldLabel();
  return (record, field) => {
    const { administration } = record;
    const held = administration === null ? null : administered(field, administration, t);
    const text = held ?? plain(record, field, t);
    return {
      label: labelOf(field, record.type),
      text: text === '' ? t('value.none') : text,
      isEmpty: text === '',
    };
  };
}
