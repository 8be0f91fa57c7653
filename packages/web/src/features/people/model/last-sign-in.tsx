/** Shows when a user last signed in: now with a green dot, never, or the time. */
import { styled } from '@mui/material/styles';
import type { UserRow } from '@rhythmdesk/contract/users';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useNow } from '../../../ui/use-now.ts';

const Frame = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  '& > i': { width: 7, height: 7, borderRadius: '50%', backgroundColor: theme.vars.palette.success.main },
}));
const Quiet = styled('span')(({ theme }) => ({ color: theme.vars.palette.gray }));

export function LastSignIn({ user }: { user: Pick<UserRow, 'last_sign_in_at' | 'online'> }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const nowMs = useNow();
  if (user.online)
    return (
      <Frame>
        <i aria-hidden="true" />
        {t('now')}
      </Frame>
    );
  if (user.last_sign_in_at === null) return <Quiet>{t('never')}</Quiet>;
  return <>{format.moment(user.last_sign_in_at, nowMs)}</>;
}
