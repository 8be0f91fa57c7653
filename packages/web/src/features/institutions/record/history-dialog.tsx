/** Lists the changes of an institution: author, values before and after; newest first. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type {
  Institution,
  InstitutionHistoryRow,
  InstitutionHistoryValue,
} from '@rhythmdesk/contract/institutions';
import { agreeTypes } from '@rhythmdesk/domain/agreement/agreement-rules';
import { institutionFields, twoFactorRules } from '@rhythmdesk/domain/people/institution-fields';
import { isGroupType } from '@rhythmdesk/domain/people/roles';
import { ArrowRightIcon } from '@phosphor-icons/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { sectionsIn } from './section-order.ts';
import { percentText } from './field-draft.ts';
import { useFieldLabel } from './field-text.ts';

const Lines = styled('ol')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li': { padding: '10px 0', borderBottom: `1px solid ${theme.vars.palette.line.hair}` },
  '& header': { display: 'flex', flexWrap: 'wrap', gap: '0 8px', color: theme.vars.palette.text.secondary },
  '& header strong': { color: theme.vars.palette.text.primary, fontWeight: 600 },
  '& time': { marginLeft: 'auto' },
  '& p': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, margin: '2px 0 0' },
  '& p span': { minWidth: 0, overflowWrap: 'anywhere' },
  '& .before': { color: theme.vars.palette.text.secondary },
}));

function useValueWords(): (field: string | null, value: InstitutionHistoryValue) => string {
  const { t } = useTranslation('institutions');
  const worded = (field: string | null, value: string): string => {
    if (field === 'type' && isGroupType(value)) return t(`type.${value}`);
    const agree = agreeTypes.find((each) => each === value);
    if (field === 'agree_type' && agree !== undefined) return t(`agree.${agree}`);
    if (field === 'report_sections')
      return sectionsIn(value)
        .map((section) => t(`section.${section}`))
        .join(' · ');
    if (field === 'logo') return `${t('value.logo')} ${value.slice(0, 8)}`;
    const rule = twoFactorRules.find((each) => each === value);
    return field === 'two_factor' && rule !== undefined ? t(`value.two.${rule}`) : value;
  };
  return (field, value) => {
    if (value === null || value === '') return t('value.none');
    if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
    if (typeof value === 'number')
      return field === 'tax_rate_bp' ? t('value.rate', { value: percentText(value) }) : String(value);
    if (typeof value === 'string') return worded(field, value);
    if (!Array.isArray(value)) return value.name;
    return value.length === 0 ? t('value.none') : value.map(({ name }) => name).join(', ');
  };
}

function Line({ row, type }: { row: InstitutionHistoryRow; type: Institution['type'] }) {
  const { t } = useTranslation('institutions');
  const format = useFormat();
  const nowMs = useNow();
  const labelOf = useFieldLabel();
  const wordsOf = useValueWords();
  const field = institutionFields.find((each) => each === row.field);
  const [before, after] = [wordsOf(row.field, row.before), wordsOf(row.field, row.after)];
  return (
    <li>
      <header>
        <strong>{field === undefined ? t(`history.${row.action}`) : labelOf(field, type)}</strong>
        {row.action === 'create' ? <span>{t('history.create')}</span> : null}
        <span>{row.user?.name}</span>
        <time dateTime={row.created_at}>{format.moment(row.created_at, nowMs)}</time>
      </header>
      <p>
        {row.action === 'create' ? null : (
          <>
            <span
              className="before"
              lang={nameLanguage(before)}
              aria-label={`${t('history.before')}: ${before}`}
            >
              {before}
            </span>
            <ArrowRightIcon size={14} aria-hidden="true" />
          </>
        )}
        <span lang={nameLanguage(after)} aria-label={`${t('history.after')}: ${after}`}>
          {after}
        </span>
      </p>
    </li>
  );
}

const step = 25;
const atMost = 100;

export type HistoryDialogProps = { record: Pick<Institution, 'id' | 'name' | 'type'>; onClose: () => void };

export function HistoryDialog({ record, onClose }: HistoryDialogProps) {
  const { t } = useTranslation('institutions');
  const id = useId();
  const [size, setSize] = useState(step);
  const { data, error, refetch } = useQuery({
    ...callQuery('institutionHistory', { id: record.id, size }),
    placeholderData: keepPreviousData,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      fullWidth
      slotProps={{ paper: { style: { maxWidth: 640 } } }}
    >
      <DialogTitle id={id} lang={nameLanguage(record.name)}>
        {t('history.title', { name: record.name })}
      </DialogTitle>
      <DialogContent tabIndex={0}>
        {data === undefined && !error ? <Skeleton height={240} /> : null}
        {data === undefined && error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {data?.total === 0 ? t('history.empty') : null}
        <Lines>
          {data?.items.map((row) => (
            <Line key={row.history_id} row={row} type={record.type} />
          ))}
        </Lines>
      </DialogContent>
      <DialogActions>
        {data !== undefined && data.total > size && size < atMost ? (
          <Button size="large" onClick={() => setSize(Math.min(atMost, size + step))}>
            {t('history.more')}
          </Button>
        ) : null}
        <Button size="large" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
