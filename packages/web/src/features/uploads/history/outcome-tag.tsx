/** Shows the outcome of an upload, as icon and word; quiet if all is well. */
import { styled } from '@mui/material/styles';
import type { UploadRow } from '@rhythmdesk/contract/uploads';
import { arrivedPercent } from '@rhythmdesk/domain/case/upload-outcome';
import {
  ArrowLineUpIcon,
  CheckCircleIcon,
  MagnifyingGlassIcon,
  ProhibitIcon,
  WarningIcon,
  XCircleIcon,
} from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { Tag } from '../../../ui/tag.tsx';

const Quiet = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  verticalAlign: 'middle',
  gap: 6,
  whiteSpace: 'nowrap',
  '& svg': { flex: 'none', color: theme.vars.palette.text.secondary },
  '& .done': { color: theme.vars.palette.success.main },
}));

export function OutcomeTag({ row }: { row: UploadRow }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  if (row.outcome === 'duplicate') {
    return (
      <Tag tone="warning" icon={<WarningIcon size={12} weight="fill" aria-hidden="true" />}>
        {t('outcome.duplicate')}
      </Tag>
    );
  }
  if (row.outcome === 'refused') {
    return (
      <Tag tone="error" icon={<XCircleIcon size={12} weight="fill" aria-hidden="true" />}>
        {t('outcome.refused')}
      </Tag>
    );
  }
  if (row.outcome === 'cancelled') {
    return (
      <Tag icon={<ProhibitIcon size={12} weight="bold" aria-hidden="true" />}>{t('outcome.cancelled')}</Tag>
    );
  }
  if (row.outcome === 'done') {
    return (
      <Quiet>
        <CheckCircleIcon className="done" size={15} weight="fill" aria-hidden="true" />
        {t('outcome.done')}
      </Quiet>
    );
  }
  const share = format.percent(arrivedPercent(row.received_bytes, row.size_bytes) / 100, 0);
  return (
    <Quiet>
      {row.outcome === 'receiving' ? (
        <ArrowLineUpIcon size={15} aria-hidden="true" />
      ) : (
        <MagnifyingGlassIcon size={15} aria-hidden="true" />
      )}
      {row.outcome === 'receiving' ? t('outcome.receiving', { share }) : t('outcome.checking')}
    </Quiet>
  );
}
