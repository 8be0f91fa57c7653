/** Shows the state of an account with its icon; amber only if it requires an action. */
import { styled } from '@mui/material/styles';
import type { UserRow } from '@rhythmdesk/contract/users';
import { HourglassMediumIcon, KeyIcon, MoonIcon, UserMinusIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../ui/use-now.ts';

const Frame = styled('span', { shouldForwardProp: (prop) => prop !== 'asks' })<{ asks: boolean }>(
  ({ theme, asks }) => ({
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    minWidth: 0,
    fontWeight: asks ? 600 : 400,
    color: asks ? theme.vars.palette.warning.main : 'inherit',
    '& svg': { flex: 'none' },
  }),
);

const icons = {
  'one-time': KeyIcon,
  waiting: HourglassMediumIcon,
  dormant: MoonIcon,
  withdrawn: UserMinusIcon,
};
const dayMs = 86_400_000;

export function UserFlagMark({ user }: { user: Pick<UserRow, 'flag' | 'dormant_at'> }) {
  const { t } = useTranslation('users');
  const nowMs = useNow();
  const { flag, dormant_at } = user;
  if (dormant_at !== null) {
    const days = Math.max(0, Math.ceil((Date.parse(dormant_at) - nowMs) / dayMs));
    return (
      <Frame asks>
        <MoonIcon size={16} weight="fill" aria-hidden="true" />
        {t('flag.soon', { count: days })}
      </Frame>
    );
  }
  if (flag === 'active') return <Frame asks={false}>{t('flag.active')}</Frame>;
  const Icon = icons[flag];
  return (
    <Frame asks={flag === 'waiting'}>
      <Icon size={16} aria-hidden="true" />
      {t(`flag.${flag}`)}
    </Frame>
  );
}
