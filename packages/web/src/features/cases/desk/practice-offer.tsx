/** Offers the guided first reading once to a user who has not read here yet. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { changePreferences } from '../../../platform/session/preferences.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { useReadingState } from '../reading/reading-context.tsx';
import type { DeskView } from './session/desk-views.ts';

/** The card would cover the phrases of a report and the list of changes. */
const hasNoRoom: ReadonlySet<DeskView> = new Set(['report', 'changes']);

/** Shown over the lower end of the strips and figures, so that nothing moves when it appears or disappears. */
const Card = styled('aside')(({ theme }) => ({
  position: 'absolute',
  right: 8,
  bottom: 8,
  zIndex: theme.zIndex.fab,
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  width: 260,
  padding: 12,
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.primary.main}`,
  backgroundColor: theme.vars.palette.card,
  '& p': { margin: 0, fontSize: textSize.small, color: theme.vars.palette.text.secondary },
  '& > div': { display: 'flex', gap: 8 },
}));

const skipped = (): void => {
  changePreferences((before) => ({ ...before, first_reading: 'skipped' })).catch(showFault);
};

export function PracticeOffer({ view }: { view: DeskView }) {
  const { t } = useTranslation('practice');
  const navigate = useNavigate();
  const { id, preferences } = useSessionUser();
  const reading = useReadingState();
  // Not offered to a user who has edited here or cannot edit at all.
  const mayBegin =
    reading !== null && (reading.edit_lock?.here === true || reading.edit_lock?.may_take === true);
  const hasRead = reading?.log.some(({ author }) => author === null || author.id === id) ?? true;
  if (preferences.first_reading !== undefined || !mayBegin || hasRead || hasNoRoom.has(view)) return null;
  return (
    <Card aria-label={t('offer.title')}>
      <strong>{t('offer.title')}</strong>
      <p>{t('offer.body')}</p>
      <div>
        <Button size="small" variant="outlined" onClick={() => void navigate({ to: '/practice' })}>
          {t('offer.open')}
        </Button>
        <Button size="small" variant="text" onClick={skipped}>
          {t('offer.skip')}
        </Button>
      </div>
    </Card>
  );
}
