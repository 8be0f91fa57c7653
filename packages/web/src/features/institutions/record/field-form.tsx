/**
 * Edits one field of an institution with its own Save button: the call sends the version that the user saw and this
 * field alone. The typed text stays through every failure; a change by another user is reported.
 */
import Button from '@mui/material/Button';
import type { Institution, InstitutionChange } from '@rhythmdesk/contract/institutions';
import type { InstitutionField } from '@rhythmdesk/domain/people/institution-fields';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { RecordForm, RecordFormFoot } from '../../../ui/record-dialog.ts';
import { useFieldSaving } from '../../../ui/use-field-saving.ts';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { TeamSharesTable } from '../teams/team-shares.tsx';
import { PolicyPrices } from '../prices/price-section.tsx';
import { changeOfField, fieldDraftOf, type FieldDraft } from './field-draft.ts';
import { LogoEditor } from './logo-editor.tsx';
import { FieldEditor } from './field-editor.tsx';
import { useFieldText } from './field-text.ts';
import { useCodeCheck } from './use-code-check.ts';

export type FieldFormProps = {
  record: Institution;
  field: InstitutionField;
  onTyped: () => void;
  onClose: () => void;
  onSaved: () => void;
};

function useSaving({ record, field, onSaved }: FieldFormProps) {
  return useFieldSaving({
    field,
    send: (change: InstitutionChange, version) =>
      api.call('changeInstitution', { id: record.id, version, ...change }),
    version: record.version,
    value: JSON.stringify(fieldDraftOf(record, field)),
    recordKey: ['institution', { id: record.id }],
    rules: 'group/',
    onSaved,
  });
}

function CenterNote({ record, draft }: { record: Institution; draft: FieldDraft }) {
  const { t } = useTranslation('institutions');
  const [center] = draft.groups;
  const movesCenter =
    record.type === 'hospital' && center !== undefined && center.id !== record.tech_center?.id;
  const { data } = useQuery({
    ...callQuery('centerChange', { id: record.id, tech_center_id: center?.id ?? 0 }),
    enabled: movesCenter,
    staleTime: 0,
  });
  if (!movesCenter || data === undefined) return null;
  return <p role="status">{t('center.note', { count: data.moving, staying: data.staying })}</p>;
}

function hintOf(field: InstitutionField, t: TFunction<'institutions'>): string | undefined {
  if (field === 'letterhead') return t('letterhead.hint');
  if (field === 'second_reading_share') return t('second.hint');
  return field === 'coverage_minimum' ? t('coverage.hint') : undefined;
}

/** Information that helps to choose the value. */
function Beside({ record, field, draft }: Pick<FieldFormProps, 'record' | 'field'> & { draft: FieldDraft }) {
  if (field === 'charging_unit_id' && draft.text !== '') return <PolicyPrices unit_id={Number(draft.text)} />;
  if (field !== 'analysis_ratio') return null;
  return <TeamSharesTable center_id={record.tech_center?.id ?? null} team_id={record.id} />;
}

export function FieldForm(props: FieldFormProps) {
  const { record, field, onTyped, onClose } = props;
  const { t } = useTranslation('institutions');
  const { t: frame } = useTranslation('dialogs');
  const [draft, setDraft] = useState(() => fieldDraftOf(record, field));
  const { label, text } = useFieldText()(record, field);
  const { fault, setFault, stale, isPending, save } = useSaving(props);
  const code = useCodeCheck(draft.text, record.id, field === 'register_code');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save(changeOfField(field, draft));
  };
  const change = (next: FieldDraft) => {
    setFault(undefined);
    setDraft(next);
    onTyped();
  };
  const isCode = field === 'register_code';
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea, [role=combobox]')?.focus(), []);
  return (
    <RecordForm ref={form} onSubmit={submit} noValidate>
      {stale ? <NoticeBar tone="warning" title={t('stale', { field: label, value: text })} /> : null}
      {field === 'logo' ? (
        <LogoEditor record={record} draft={draft} fault={fault} onChange={change} />
      ) : (
        <FieldEditor
          field={field}
          label={label}
          draft={draft}
          fault={fault ?? (isCode ? code.fault : undefined)}
          hint={isCode ? code.hint : hintOf(field, t)}
          onChange={change}
        />
      )}
      <Beside record={record} field={field} draft={draft} />
      <RecordFormFoot>
        {field === 'charging_unit_id' ? <p>{t('price.note')}</p> : null}
        {field === 'tech_center_id' ? <CenterNote record={record} draft={draft} /> : null}
        <Button onClick={onClose}>{frame('cancel')}</Button>
        <Button type="submit" variant="contained" color="primary" disabled={isPending}>
          {isPending ? t('saving') : t('save', { field: label.toLocaleLowerCase() })}
        </Button>
      </RecordFormFoot>
    </RecordForm>
  );
}
