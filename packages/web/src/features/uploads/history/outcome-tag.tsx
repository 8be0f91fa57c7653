/** What came of an upload, as icon and word; quiet where all is well. */
import { styled } from '@mui/material/styles';
import type { UploadRow } from '@rhythmdesk/contract/uploads';
import {
  ArrowLineUpIcon,
  CheckCircleIcon,
  MagnifyingGlassIcon,
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
  if (row.state === 'refused') {
    const isDuplicate = row.code === 'case/hn-id-taken';
    return isDuplicate ? (
      <Tag tone="warning" icon={<WarningIcon size={12} weight="fill" aria-hidden="true" />}>
        {t('outcome.duplicate')}
      </Tag>
    ) : (
      <Tag tone="error" icon={<XCircleIcon size={12} weight="fill" aria-hidden="true" />}>
        {t('outcome.refused')}
      </Tag>
    );
  }
  if (row.state === 'done') {
    return (
      <Quiet>
        <CheckCircleIcon className="done" size={15} weight="fill" aria-hidden="true" />
        {t('outcome.done')}
      </Quiet>
    );
  }
  const share = format.percent(row.size_bytes > 0 ? row.received_bytes / row.size_bytes : 0, 0);
  return (
    <Quiet>
      {row.state === 'receiving' ? (
        <ArrowLineUpIcon size={15} aria-hidden="true" />
      ) : (
        <MagnifyingGlassIcon size={15} aria-hidden="true" />
      )}
      {row.state === 'receiving' ? t('outcome.receiving', { share }) : t('outcome.checking')}
    </Quiet>
  );
}
