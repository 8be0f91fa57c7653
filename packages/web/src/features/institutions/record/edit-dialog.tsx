/** An institution in a dialog, 640 wide: one field a row, a pencil each, one open at a time. */
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
import { textSize } from '../../../platform/theme/type-scale.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { TypeIcon } from '../model/type-icon.tsx';
import { FieldForm } from './field-form.tsx';
import { shownFields, useFieldText } from './field-text.ts';

const Head = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '18px 20px 16px 24px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& h2': { margin: 0, fontSize: textSize.dialog, lineHeight: '22px', fontWeight: 600 },
  '& p': {
    margin: 0,
    fontSize: textSize.small,
    lineHeight: '16px',
    color: theme.vars.palette.text.secondary,
  },
  '& .mono': theme.typography.mono,
  '& > div': { flex: 1, minWidth: 0 },
}));
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
const Body = styled('div')({ overflow: 'auto', minHeight: 0 });
const Row = styled('div', { shouldForwardProp: (prop) => prop !== 'open' })<{ open: boolean }>(
  ({ theme, open }) => ({
    display: 'grid',
    gridTemplateColumns: open ? '176px 1fr' : '176px 1fr 32px',
    alignItems: open ? 'start' : 'center',
    gap: '4px 8px',
    minHeight: 43,
    padding: open ? '12px 24px' : '5px 16px 5px 24px',
    borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
    backgroundColor: open ? theme.vars.palette.surface.s2 : 'transparent',
    '& > .label': { color: theme.vars.palette.text.secondary, paddingTop: open ? 4 : 0 },
    '& > .value': { minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
    '& > .empty': { color: theme.vars.palette.gray },
    [theme.breakpoints.down('sm')]: {
      gridTemplateColumns: open ? '1fr' : '1fr 32px',
      padding: '8px 12px 8px 16px',
      '& > .label': { gridColumn: '1 / -1', fontSize: textSize.small, lineHeight: '16px' },
    },
  }),
);
const Foot = styled('footer')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '12px 24px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  '& > .note': {
    marginLeft: 'auto',
    fontSize: textSize.small,
    color: theme.vars.palette.text.secondary,
  },
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
  onClose: () => void;
  onSaved: () => void;
};

function FieldRow({ record, field, isOpen, onOpen, onClose, onSaved }: RowProps) {
  const { t } = useTranslation('institutions');
  const { label, text, isEmpty } = useFieldText()(record, field);
  const edits = record.administration?.editable.includes(field) ?? false;
  if (isOpen) {
    return (
      <Row open>
        <span className="label" aria-hidden="true">
          {label}
        </span>
        <FieldForm record={record} field={field} onClose={onClose} onSaved={onSaved} />
      </Row>
    );
  }
  return (
    <Row open={false}>
      <span className="label">{label}</span>
      <span className={isEmpty ? 'value empty' : 'value'} lang={nameLanguage(text)}>
        {text}
      </span>
      {edits ? (
        <IconButton name={t('edit', { field: label })} size="small" onClick={onOpen}>
          <PencilSimpleIcon size={16} aria-hidden="true" />
        </IconButton>
      ) : null}
    </Row>
  );
}

function Title({ record, id, onClose }: { record: Institution; id: string; onClose: () => void }) {
  const { t } = useTranslation('institutions');
  const format = useFormat();
  const since = t('since', { date: format.instant('date', record.created_at) });
  return (
    <Head>
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
    </Head>
  );
}

function Fields({ record, onSaved }: { record: Institution; onSaved: () => void }) {
  const [open, setOpen] = useState<InstitutionField | null>(null);
  return (
    <Body>
      {shownFields(record).map((field) => (
        <FieldRow
          key={field}
          record={record}
          field={field}
          isOpen={open === field}
          onOpen={() => setOpen(field)}
          onClose={() => setOpen(null)}
          onSaved={() => {
            setOpen(null);
            onSaved();
          }}
        />
      ))}
    </Body>
  );
}

export function EditDialog({ id, onClose, onSaved, onDelete, onHistory }: EditDialogProps) {
  const { t } = useTranslation('institutions');
  const titleId = useId();
  const { data, error, refetch } = useQuery(callQuery('institution', { id }));
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      fullWidth
      slotProps={{ paper: { style: { maxWidth: 640 } } }}
    >
      {data ? (
        <>
          <Title record={data} id={titleId} onClose={onClose} />
          <Fields record={data} onSaved={onSaved} />
          <Foot>
            {data.administration?.deletable ? (
              <Button
                color="error"
                variant="text"
                startIcon={<TrashIcon size={16} aria-hidden="true" />}
                onClick={() => onDelete(data)}
              >
                {t('delete')}
              </Button>
            ) : null}
            <span className="note">
              {data.administration === null ? null : t('belong', { count: data.administration.user_count })}
            </span>
            <Button onClick={() => onHistory(data)}>{t('history')}</Button>
            <Button onClick={onClose}>{t('close')}</Button>
          </Foot>
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
