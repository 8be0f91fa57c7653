/** Shows the input of one field, by its kind: a line, several lines, a number, a choice, institutions. */
import MenuItem from '@mui/material/MenuItem';
import { agreeTypes } from '@rhythmdesk/domain/agreement/agreement-rules';
import { languages } from '@rhythmdesk/domain/kit/languages';
import {
  twoFactorRules,
  typesFor,
  type InstitutionField,
} from '@rhythmdesk/domain/people/institution-fields';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { languageNames } from '../../../platform/texts/languages.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type FieldDraft, isNumber, isSwitch } from './field-draft.ts';
import { SectionsEditor } from './sections-editor.tsx';
import type { GroupType } from '@rhythmdesk/domain/people/roles';
import { useOfferedGroups } from '../../../platform/client/use-offered-groups.ts';
import { NamePicker, type NameOption, type NamePickerProps } from '../../../ui/name-picker.tsx';

type GroupPickerProps = Omit<NamePickerProps<NameOption>, 'options' | 'loading' | 'onTyped'> & {
  types: readonly GroupType[];
};

/** Lets the user choose institutions by name; the server searches while the user types. One institution, or several. */
function GroupPicker({ types, ...props }: GroupPickerProps) {
  return <NamePicker<NameOption> {...props} {...useOfferedGroups(types)} />;
}

const served: readonly GroupType[] = ['hospital', 'tech_center', 'team', 'logistics'];
const lines: ReadonlySet<InstitutionField> = new Set([
  'description',
  'address',
  'billing_address',
  'bank_account',
  'letterhead',
]);
const lengths: Partial<Record<InstitutionField, number>> = {
  name: 120,
  region: 80,
  postcode: 20,
  address: 200,
  register_code: 20,
  description: 2000,
  department: 80,
  billing_address: 300,
  billing_email: 120,
  tax_rate_bp: 6,
  tax_number: 40,
  bank_account: 200,
  time_zone: 64,
  letterhead: 400,
};

export type FieldEditorProps = {
  field: InstitutionField;
  label: string;
  draft: FieldDraft;
  fault: string | undefined;
  hint?: string | undefined;
  required?: boolean;
  onChange: (draft: FieldDraft) => void;
};

type Option = { readonly value: string; readonly label: string };

const prices: InstitutionField = 'charging_unit_id';

function useOptions(field: InstitutionField): readonly Option[] | null {
  const { t } = useTranslation('institutions');
  const { t: price } = useTranslation('prices');
  const { user_role } = useSessionUser();
  const { data } = useQuery({ ...callQuery('chargingUnits', {}), enabled: field === prices });
  if (field === 'type') return typesFor(user_role).map((value) => ({ value, label: t(`type.${value}`) }));
  if (field === 'agree_type') return agreeTypes.map((value) => ({ value, label: t(`agree.${value}`) }));
  if (field === 'two_factor')
    return twoFactorRules.map((value) => ({ value, label: t(`value.two.${value}`) }));
  if (field === 'invoice_language')
    return [
      { value: '', label: t('value.zone-language') },
      ...languages.map((value) => ({ value, label: languageNames[value].name })),
    ];
  if (field === prices)
    return [
      { value: '', label: price('none') },
      ...(data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    ];
  if (!isSwitch(field)) return null;
  const words = {
    takes_others_share: [t('value.takes.true'), t('value.takes.false')],
    verification_required: [t('value.verification.true'), t('value.verification.false')],
    immediate_sign_up: [t('value.immediate.true'), t('value.immediate.false')],
    provider_sign_up: [t('value.provider.true'), t('value.provider.false')],
  };
  const [yes, no]: readonly string[] =
    field === 'takes_others_share' ||
    field === 'verification_required' ||
    field === 'immediate_sign_up' ||
    field === 'provider_sign_up'
      ? words[field]
      : [t('value.yes'), t('value.no')];
  return [
    { value: 'true', label: yes ?? '' },
    { value: 'false', label: no ?? '' },
  ];
}

function Choice({
  field,
  label,
  draft,
  fault,
  required,
  onChange,
  options,
}: FieldEditorProps & { options: readonly Option[] }) {
  return (
    <SelectField
      label={label}
      value={options.some(({ value }) => value === draft.text) ? draft.text : ''}
      onChange={(text) => onChange({ ...draft, text })}
      fault={fault}
      required={required ?? false}
    >
      {options.map(({ value, label: word }) => (
        <MenuItem key={`${field} ${value}`} value={value}>
          {word}
        </MenuItem>
      ))}
    </SelectField>
  );
}

export function FieldEditor(props: FieldEditorProps) {
  const { field, label, draft, fault, hint, required = false, onChange } = props;
  const options = useOptions(field);
  if (options !== null) return <Choice {...props} options={options} />;
  if (field === 'assigned_group' || field === 'tech_center_id') {
    return (
      <GroupPicker
        label={label}
        types={field === 'assigned_group' ? served : ['tech_center']}
        several={field === 'assigned_group'}
        labelled
        required={required}
        value={draft.groups}
        fault={fault}
        onChange={(groups) => onChange({ ...draft, groups })}
      />
    );
  }
  if (field === 'report_sections') return <SectionsEditor label={label} draft={draft} onChange={onChange} />;
  const digits = isNumber(field);
  return (
    <TextField
      label={label}
      value={draft.text}
      fault={fault}
      hint={hint}
      required={required}
      autoComplete="off"
      multiline={lines.has(field)}
      {...(lines.has(field) ? { minRows: 2, maxRows: 8 } : {})}
      onChange={({ target }) => onChange({ ...draft, text: target.value })}
      inputProps={{ maxLength: digits ? 4 : (lengths[field] ?? 200), inputMode: digits ? 'numeric' : 'text' }}
    />
  );
}
