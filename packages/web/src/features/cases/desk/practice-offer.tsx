/** Offers the guided first reading, once, to who has not read here yet. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { changePreferences } from '../../../platform/session/preferences.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { useReadingState } from '../reading/reading-context.tsx';

const Frame = styled('div')({ flex: 'none', padding: '8px 8px 0' });

const skipped = (): void => {
  changePreferences((before) => ({ ...before, first_reading: 'skipped' })).catch(showFault);
};

export function PracticeOffer() {
  const { t } = useTranslation('practice');
  const navigate = useNavigate();
  const { id, preferences } = useSessionUser();
  const reading = useReadingState();
  // Who has written here, or may not write at all, is no beginner at this desk.
  const mayBegin = reading !== null && (reading.pen?.here === true || reading.pen?.may_take === true);
  const hasRead = reading?.log.some(({ author }) => author === null || author.id === id) ?? true;
  if (preferences.first_reading !== undefined || !mayBegin || hasRead) return null;
  return (
    <Frame>
      <NoticeBar
        tone="primary"
        title={t('offer.title')}
        actions={
          <>
            <Button size="small" variant="text" onClick={skipped}>
              {t('offer.skip')}
            </Button>
            <Button size="small" variant="outlined" onClick={() => void navigate({ to: '/practice' })}>
              {t('offer.open')}
            </Button>
          </>
        }
      >
        {t('offer.body')}
      </NoticeBar>
    </Frame>
  );
}
