/** Shows the page for an unknown address, or a page that this role may not use. */
import { styled } from '@mui/material/styles';
import { roles } from '@rhythmdesk/domain/people/roles';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../platform/session/session-state.ts';
import { Brand } from './brand.tsx';
import { PrimaryButton } from '../ui/plain-button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';

const Frame = styled('div')({
  position: 'relative',
  minHeight: '70%',
  display: 'grid',
  placeItems: 'center',
});
const Top = styled('div')({ position: 'absolute', top: 28, left: 28 });

export function NotFoundPage() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const session = useSession();
  const home = session.kind === 'signed-in' ? roles[session.user.user_role.role_key].landing : '/login';
  const isSignedIn = session.kind === 'signed-in';
  useEffect(() => {
    document.title = `${t('not-found.title')} · Rhythmdesk`;
  }, [t]);
  return (
    <Frame role={isSignedIn ? undefined : 'main'}>
      {isSignedIn ? null : (
        <Top>
          <Brand />
        </Top>
      )}
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
