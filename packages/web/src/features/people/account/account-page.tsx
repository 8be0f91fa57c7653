/** Shows `/account`: the user's sign-in methods, and their current sessions. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { hasPage } from '@rhythmdesk/domain/people/pages';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { openKeySettings } from '../../../ui/keys/key-settings.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmailSection } from './email-section.tsx';
import { FactorsSection } from './factors-section.tsx';
import { IdentitiesSection } from './identities-section.tsx';
import { AccountCard } from './account-card.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { NotificationSection } from './notification-section.tsx';

const Column = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  maxWidth: 792,
  padding: '0 16px 48px',
  [theme.breakpoints.down('md')]: { padding: '0 0 32px', gap: 8 },
}));

export function Page() {
  const { t } = useTranslation('account');
  const { t: activities } = useTranslation('activities');
  const { t: keys } = useTranslation('commands');
  const { id, user_role } = useSessionUser();
  return (
    <>
      <PageHeader title={t('title')} />
      <Column>
        <EmailSection />
        <IdentitiesSection />
        <FactorsSection />
        <SessionsSection />
        <NotificationSection />
        {hasPage(user_role.role_key, '/review/{case_id}') ? (
          <AccountCard
            title={keys('title')}
            lead={keys('lead')}
            acts={<Button onClick={openKeySettings}>{keys('open')}</Button>}
          />
        ) : null}
        <AccountCard
          title={activities('title')}
          lead={activities('lead')}
          acts={
            <Button component={Link} to={`/activities/${String(id)}`}>
              {activities('show')}
            </Button>
          }
        />
      </Column>
    </>
  );
}
