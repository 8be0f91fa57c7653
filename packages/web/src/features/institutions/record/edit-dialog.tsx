/** Shows an institution in a dialog, 640 px wide: one field per row, each with a pencil, one open at a time. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { Institution } from '@rhythmdesk/contract/institutions';
import type { InstitutionField } from '@rhythmdesk/domain/people/institution-fields';
import { PencilSimpleIcon, TrashIcon, XIcon } from '@phosphor-icons/react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useUnsavedInput, type UnsavedInput } from '../../../ui/dialogs/use-unsaved-input.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordBody, RecordFoot, RecordHead, RecordRow, recordWidthPx } from '../../../ui/record-dialog.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { TypeIcon } from '../model/type-icon.tsx';
import { FieldForm } from './field-form.tsx';
import { shownFields, useFieldText } from './field-text.ts';

const Tile = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  flex: 'none',
  alignItems: 'center',
  justifyContent: 'center',
  width: 36,
  height: 36,
  borderRadius: 8,
  color: theme.vars.palette.primary.main,
  backgroundColor: theme.vars.palette.primary.tint,
}));

export type EditDialogProps = {
  id: number;
  onClose: () => void;
  onSaved: () => void;
  onDelete: (record: Institution) => void;
  onHistory: (record: Institution) => void;
};

type RowProps = {
  record: Institution;
  field: InstitutionField;
  isOpen: boolean;
  onOpen: () => void;
  onTyped: () => void;
  onClose: () => void;
  onSaved: () => void;
};

function FieldRow({ record, field, isOpen, onOpen, ...form }: RowProps) {
  const { t } = useTranslation('institutions');
  const { label, text, isEmpty } = useFieldText()(record, field);
  const edits = record.administration?.editable.includes(field) ?? false;
  if (isOpen) {
    return (
      <RecordRow open>
        <span className="label" aria-hidden="true">
          {label}
        </span>
        <FieldForm record={record} field={field} {...form} />
      </RecordRow>
    );
  }
  return (
    <RecordRow open={false}>
      <span className="label">{label}</span>
      <span className={isEmpty ? 'value empty' : 'value'} lang={nameLanguage(text)}>
        {text}
      </span>
      {edits ? (
        <IconButton name={t('edit', { field: label })} size="small" onClick={onOpen}>
          <PencilSimpleIcon size={16} aria-hidden="true" />
        </IconButton>
      ) : null}
    </RecordRow>
  );
}

function Title({ record, id, onClose }: { record: Institution; id: string; onClose: () => void }) {
  const { t } = useTranslation('institutions');
  const format = useFormat();
  const since = t('since', { date: format.instant('date', record.created_at) });
  return (
    <RecordHead>
      <Tile>
        <TypeIcon type={record.type} size={20} />
      </Tile>
      <div>
        <h2 id={id} lang={nameLanguage(record.name)}>
          {record.name}
        </h2>
        <p>
          {t(`type.${record.type}`)}
          {record.register_code === null ? null : (
            <>
              {' · '}
              <span className="mono">{record.register_code}</span>
            </>
          )}
          {` · ${since}`}
        </p>
      </div>
      <IconButton name={t('close')} onClick={onClose}>
        <XIcon size={18} aria-hidden="true" />
      </IconButton>
    </RecordHead>
  );
}

type FieldsProps = { record: Institution; unsaved: UnsavedInput; onSaved: () => void };

function Fields({ record, unsaved, onSaved }: FieldsProps) {
  const [open, setOpen] = useState<InstitutionField | null>(null);
  const close = () => {
    unsaved.onSettled();
    setOpen(null);
  };
  return (
    <RecordBody>
      {shownFields(record).map((field) => (
        <FieldRow
          key={field}
          record={record}
          field={field}
          isOpen={open === field}
          onOpen={() => unsaved.leave(() => setOpen(field))}
          onTyped={unsaved.onTyped}
          onClose={close}
          onSaved={() => {
            close();
            onSaved();
          }}
        />
      ))}
    </RecordBody>
  );
}

type FootProps = Pick<EditDialogProps, 'onDelete' | 'onHistory'> & {
  record: Institution;
  unsaved: UnsavedInput;
  onClose: () => void;
};

function Foot({ record, unsaved, onClose, onDelete, onHistory }: FootProps) {
  const { t } = useTranslation('institutions');
  const { administration } = record;
  return (
    <RecordFoot>
      {administration?.deletable ? (
        <Button
          color="error"
          variant="text"
          startIcon={<TrashIcon size={16} aria-hidden="true" />}
          onClick={() => unsaved.leave(() => onDelete(record))}
        >
          {t('delete')}
        </Button>
      ) : null}
      <span className="note">
        {administration === null ? null : t('belong', { count: administration.user_count })}
      </span>
      <Button onClick={() => unsaved.leave(() => onHistory(record))}>{t('history')}</Button>
      <Button onClick={onClose}>{t('close')}</Button>
    </RecordFoot>
  );
}

export function EditDialog({ id, onClose, onSaved, ...acts }: EditDialogProps) {
  const { t } = useTranslation('institutions');
  const titleId = useId();
  const { data, error, refetch } = useQuery(callQuery('institution', { id }));
  const unsaved = useUnsavedInput();
  const leave = () => unsaved.leave(onClose);
  return (
    <Dialog
      open
      onClose={leave}
      aria-labelledby={titleId}
      fullWidth
      slotProps={{ paper: { style: { maxWidth: recordWidthPx } } }}
    >
      {data ? (
        <>
          <Title record={data} id={titleId} onClose={leave} />
          <Fields record={data} unsaved={unsaved} onSaved={onSaved} />
          <Foot {...acts} record={data} unsaved={unsaved} onClose={leave} />
        </>
      ) : (
        <>
          <h2 id={titleId} hidden>
            {t('grid')}
          </h2>
          {error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={420} sx={{ margin: '24px' }} />
          )}
        </>
      )}
    </Dialog>
  );
}
