/** Shows the error page: a chunk that failed to load offers a reload, any other error a retry. */
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../platform/client/api-error.ts';
import { PrimaryButton } from '../ui/plain-button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';

const Frame = styled('div')({ minHeight: '70%', display: 'grid', placeItems: 'center' });

/** Returns whether a module failed to load; each browser words this error differently. */
function isLostChunk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(
    error.message,
  );
}

type PageFaultProps = { error: unknown; reset: () => void };

export function PageFault({ error, reset }: PageFaultProps) {
  const { t } = useTranslation('dialogs');
  const { t: say } = useTranslation('messages');
  const lost = isLostChunk(error);
  const network = error instanceof ApiError && error.status === 0;
  const again = () => {
    if (lost) location.reload();
    else reset();
  };
  const title = lost ? t('page-failed.title') : network ? say('alert.no-network') : t('failed.title');
  return (
    <Frame role="alert">
      <EmptyState
        level="h1"
        title={title}
        {...(lost ? { body: t('page-failed.body') } : {})}
        action={
          <PrimaryButton type="button" onClick={again}>
            {lost ? t('reload') : t('try-again')}
          </PrimaryButton>
        }
      />
    </Frame>
  );
}
