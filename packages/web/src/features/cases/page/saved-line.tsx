/**
 * Shows whether everything is saved, and since when; nothing before the first save. Screen readers announce changes.
 */
import { styled } from '@mui/material/styles';
import { CheckIcon, WarningCircleIcon } from '@phosphor-icons/react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { Spoken } from '../../../ui/spoken.tsx';
import { useSaver } from '../model/use-save.ts';
import { useReadingState } from '../reading/reading-context.tsx';

const Line = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.gray,
  '&.failed': { color: theme.vars.palette.error.main, fontWeight: 600 },
}));

/** In a narrow bar, `brief` shows only a check mark and the time; a screen reader still reads the sentence. */
export function SavedLine({ brief = false }: { brief?: boolean }) {
  const { t } = useTranslation('case-page');
  const format = useFormat();
  const { log } = useSaver();
  const { saving, waiting, failed, saved_ms: ofFields } = useSyncExternalStore(log.onChange, log.state);
  const reading = useReadingState();
  const latest = Math.max(ofFields ?? 0, reading?.saved_ms ?? 0);
  const saved_ms = latest === 0 ? undefined : latest;
  if (saving > 0 || reading?.sending === 'sending') return <Line role="status">{t('saved.saving')}</Line>;
  if (failed) {
    return (
      <Line role="status" className="failed">
        <WarningCircleIcon size={15} weight="fill" aria-hidden="true" />
        {t('saved.failed')}
      </Line>
    );
  }
  if (waiting > 0) return <Line role="status">{t('saved.waiting')}</Line>;
  if (saved_ms === undefined || (reading !== null && reading.unsent > 0)) return null;
  const words = t('saved.all', { time: format.instant('second', saved_ms) });
  return (
    <Line role="status" title={brief ? words : undefined}>
      <CheckIcon size={15} aria-hidden="true" />
      {brief ? (
        <>
          <Spoken>{words}</Spoken>
          <span aria-hidden="true">{format.instant('time', saved_ms)}</span>
        </>
      ) : (
        words
      )}
    </Line>
  );
}
