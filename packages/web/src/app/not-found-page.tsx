/** The address leads nowhere, or to a page that this role has no use for. */
import { styled } from '@mui/material/styles';
import { roles } from '@rhythmdesk/domain/people/roles';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../platform/session/session-state.ts';
import { PrimaryButton } from '../ui/plain-button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';

const Frame = styled('div')({ minHeight: '70%', display: 'grid', placeItems: 'center' });

export function NotFoundPage() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const session = useSession();
  const home = session.kind === 'signed-in' ? roles[session.user.user_role.role_key].landing : '/login';
  useEffect(() => {
    document.title = `${t('not-found.title')} · Rhythmdesk`;
  }, [t]);
  return (
    <Frame role={session.kind === 'signed-in' ? undefined : 'main'}>
      <EmptyState
        level="h1"
        title={t('not-found.title')}
        body={t('not-found.body')}
        action={
          <PrimaryButton type="button" onClick={() => void navigate({ to: home })}>
            {t('not-found.home')}
          </PrimaryButton>
        }
      />
    </Frame>
  );
}
