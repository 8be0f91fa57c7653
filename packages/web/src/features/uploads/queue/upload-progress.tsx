/**
 * Starts the upload engine with the shell and shows the progress of uploads on every page. Nothing is shown while there
 * is no upload.
 */
import { styled } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import { Link } from '@tanstack/react-router';
import { WarningCircleIcon } from '@phosphor-icons/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { runEngine, useSendings } from './engine.ts';
import { sumOf } from './sending.ts';

const Chip = styled(Link)(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 28,
  padding: '0 6px',
  borderRadius: 6,
  whiteSpace: 'nowrap',
  fontSize: textSize.small,
  fontWeight: 500,
  textDecoration: 'none',
  color: theme.vars.palette.text.primary,
  '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
  '& .failed': { color: theme.vars.palette.error.main },
}));

const radius = 6.5;
const round = 2 * Math.PI * radius;

function Ring({ share }: { share: number }) {
  const circle = { cx: 8, cy: 8, r: radius, fill: 'none', strokeWidth: 2.5 };
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <circle {...circle} stroke="var(--rd-palette-line-main)" />
      <circle
        {...circle}
        stroke="var(--rd-palette-blue-button-main)"
        strokeDasharray={`${String(share * round)} ${String(round)}`}
        transform="rotate(-90 8 8)"
      />
    </svg>
  );
}

export function UploadProgress() {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const { open, failed, sent_bytes, size_bytes } = sumOf(useSendings(useSessionUser().id));
  useEffect(runEngine, []);
  if (open === 0 && failed === 0) return null;
  const share = size_bytes > 0 ? Math.floor((sent_bytes / size_bytes) * 100) / 100 : 0;
  const parts = [
    open > 0 ? t('bar.open', { count: open, share: format.percent(share, 0) }) : '',
    failed > 0 ? t('bar.failed', { count: failed }) : '',
  ].filter((part) => part !== '');
  const name = parts.join(' · ');
  return (
    <Tooltip title={name}>
      <Chip to="/upload" aria-label={name}>
        {open > 0 ? <Ring share={share} /> : null}
        {open > 0 ? format.percent(share, 0) : null}
        {failed > 0 ? (
          <WarningCircleIcon className="failed" size={16} weight="fill" aria-hidden="true" />
        ) : null}
      </Chip>
    </Tooltip>
  );
}
