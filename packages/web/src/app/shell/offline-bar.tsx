/** Shows a bar under the top bar while the network is gone: since when, and that work can continue. */
import { styled } from '@mui/material/styles';
import { WifiSlashIcon } from '@phosphor-icons/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 32,
  padding: '4px 16px',
  color: theme.vars.palette.warning.main,
  backgroundColor: theme.vars.palette.warning.tint,
}));

function useOfflineSince(): number | null {
  const [since, setSince] = useState<number | null>(() => (navigator.onLine ? null : Date.now()));
  useEffect(() => {
    const lost = () => setSince(Date.now());
    const back = () => setSince(null);
    window.addEventListener('offline', lost);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', back);
    };
  }, []);
  return since;
}

export function OfflineBar() {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const since = useOfflineSince();
  if (since === null) return null;
  return (
    <Bar role="status">
      <WifiSlashIcon size={16} aria-hidden="true" />
      {t('offline', { time: format.instant('time', since) })}
    </Bar>
  );
}
