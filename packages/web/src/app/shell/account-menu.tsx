/**
 * Shows the menu of the signed-in user: initials, full name, e-mail, Edit profile, Logout; on phones also the theme.
 */
import ButtonBase from '@mui/material/ButtonBase';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import {
  BellIcon,
  CaretDownIcon,
  FileXlsIcon,
  ShieldCheckIcon,
  SignOutIcon,
  UserCircleIcon,
} from '@phosphor-icons/react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { spokenOnly } from '../../ui/spoken-only.ts';
import { Spoken } from '../../ui/spoken.tsx';
import { openProfile } from './overlays.ts';
import { useThemeTurn } from './theme-switch.tsx';
import { useLeave } from './use-leave.ts';

const Opener = styled(ButtonBase)(({ theme }) => ({
  gap: 8,
  minHeight: 36,
  padding: '0 6px',
  borderRadius: 6,
  font: 'inherit',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.primary,
  '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
  [theme.breakpoints.down('md')]: { minHeight: 44, minWidth: 44 },
}));
const Name = styled('span')(({ theme }) => ({ [theme.breakpoints.down('lg')]: spokenOnly }));
const Person = styled(MenuItem)(({ theme }) => ({
  display: 'block',
  padding: '8px 10px 10px',
  '&.Mui-disabled': { opacity: 1 },
  marginBottom: 4,
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  '& strong': { display: 'block', fontWeight: 600 },
  '& span': { color: theme.vars.palette.text.secondary },
}));

function ThemeItem({ onDone }: { onDone: () => void }) {
  const { name, icon, turn } = useThemeTurn(16);
  const turned = () => {
    turn();
    onDone();
  };
  return (
    <MenuItem onClick={turned}>
      {icon}
      {name}
    </MenuItem>
  );
}

const ownPages = [
  { to: '/account', text: 'account.security', Icon: ShieldCheckIcon },
  { to: '/notifications', text: 'notifications.all', Icon: BellIcon },
  { to: '/exports', text: 'account.exports', Icon: FileXlsIcon },
] as const;

type PersonMenuProps = { anchor: HTMLElement | null; withTheme: boolean; onClose: () => void };

function PersonMenu({ anchor, withTheme, onClose }: PersonMenuProps) {
  const { t } = useTranslation('shell');
  const user = useSessionUser();
  const navigate = useNavigate();
  const askAndLeave = useLeave();
  const leave = () => {
    onClose();
    void askAndLeave();
  };
  const edit = () => {
    onClose();
    openProfile();
  };
  const go = (to: (typeof ownPages)[number]['to']) => {
    onClose();
    void navigate({ to });
  };
  return (
    <Menu
      disablePortal
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ paper: { sx: { minWidth: 220 } } }}
    >
      <Person disabled>
        <strong>{user.name}</strong>
        <span>{user.email}</span>
      </Person>
      <MenuItem onClick={edit}>
        <UserCircleIcon size={16} aria-hidden="true" />
        {t('account.edit')}
      </MenuItem>
      {ownPages.map(({ to, text, Icon }) => (
        <MenuItem key={to} onClick={() => go(to)}>
          <Icon size={16} aria-hidden="true" />
          {t(text)}
        </MenuItem>
      ))}
      {withTheme ? <ThemeItem onDone={onClose} /> : null}
      <MenuItem onClick={leave}>
        <SignOutIcon size={16} aria-hidden="true" />
        {t('account.logout')}
      </MenuItem>
    </Menu>
  );
}

export function AccountMenu({ wide }: { wide: boolean }) {
  const { t } = useTranslation('shell');
  const user = useSessionUser();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Opener
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
      >
        <Avatar person={user} size={wide ? 26 : 30} />
        <Spoken>{t('account')}</Spoken>
        {wide ? (
          <>
            <Name>{user.name}</Name>
            <CaretDownIcon size={12} aria-hidden="true" />
          </>
        ) : (
          <Spoken>{user.name}</Spoken>
        )}
      </Opener>
      <PersonMenu anchor={anchor} withTheme={!wide} onClose={() => setAnchor(null)} />
    </>
  );
}
