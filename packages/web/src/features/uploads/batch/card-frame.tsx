/** Draws the frame of a dropped file's card: border, head with HN ID, file name, verdict and a remove button. */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import {
  CheckCircleIcon,
  HourglassIcon,
  PencilSimpleIcon,
  WarningIcon,
  XCircleIcon,
  XIcon,
} from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { removeCards, type Card } from './batch.ts';
import { hnIdOf, type FileVerdict } from './verdict.ts';

export const CardFrame = styled('article')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  overflow: 'hidden',
  borderRadius: 10,
  border: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.card,
  '&.refused': { borderColor: theme.vars.palette.error.main },
}));
export const CardBody = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 10,
  padding: '12px',
  flex: 1,
});
export const Facts = styled('dl')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '6px 12px',
  margin: 0,
});
const Head = styled('header')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 40,
  padding: '0 4px 0 12px',
});
const HnId = styled('h3')({
  margin: 0,
  fontFamily: 'var(--font-mono)',
  fontSize: textSize.body,
  lineHeight: '20px',
  fontWeight: 600,
  whiteSpace: 'nowrap',
});
const FileName = styled('span')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontFamily: 'var(--font-mono)',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

const marks = {
  checking: { tone: 'neutral', Icon: HourglassIcon, weight: 'regular' },
  checked: { tone: 'success', Icon: CheckCircleIcon, weight: 'fill' },
  signal: { tone: 'warning', Icon: WarningIcon, weight: 'fill' },
  refused: { tone: 'error', Icon: XCircleIcon, weight: 'fill' },
  asks: { tone: 'warning', Icon: PencilSimpleIcon, weight: 'regular' },
  making: { tone: 'neutral', Icon: HourglassIcon, weight: 'regular' },
} as const;

export function CardHead({ card, verdict }: { card: Card; verdict: FileVerdict }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const { tone, Icon, weight } = marks[verdict.kind];
  const hn_id = hnIdOf(card);
  const files = card.conversion?.source.files ?? [card.file];
  const names = files.map(({ name }) => name).join(', ');
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <Head>
      <HnId>{hn_id ?? (verdict.kind === 'checking' ? <Skeleton width={88} /> : t('no-hn-id'))}</HnId>
      <FileName title={names}>
        {names} · {format.bytes(bytes)}
      </FileName>
      <Tag tone={tone} icon={<Icon size={12} weight={weight} aria-hidden="true" />}>
        {t(`verdict.${verdict.kind}`)}
      </Tag>
      <IconButton
        name={t('remove-named', { name: hn_id ?? names })}
        size="small"
        onClick={() => removeCards([card.id])}
      >
        <XIcon size={14} aria-hidden="true" />
      </IconButton>
    </Head>
  );
}
