/** Shows the bar over every page, 48 px high: mark, badge, menu, search, upload, language, theme, bell, account. */
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { roles } from '@rhythmdesk/domain/people/roles';
import { MagnifyingGlassIcon } from '@phosphor-icons/react';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { theme } from '../../platform/theme/theme.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Brand } from '../brand.tsx';
import { LanguageMenu } from '../language-menu.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Bell } from './bell.tsx';
import { DrawerMenu } from './drawer-menu.tsx';
import { activeEntry, railEntries, topEntries } from './nav-entries.ts';
import { OmniField } from './omni-field.tsx';
import { openPalette } from './overlays.ts';
import { builtPaths } from './rail.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { TopNav } from './top-nav.tsx';
import { UploadLink } from './upload-link.tsx';
import { hasPage } from '@rhythmdesk/domain/people/pages';
import { lazy, Suspense } from 'react';
import { useSessionUser } from '../../platform/session/session-state.ts';

const Progress = lazy(async () => ({
  default: (await import('../../features/uploads/queue/upload-progress.tsx')).UploadProgress,
}));

/**
 * Shows the progress of the uploads, on every page for users who may upload; it also keeps the uploads running. Its
 * code loads after the page.
 */
function UploadProgressSlot() {
  const { role_key } = useSessionUser().user_role;
  if (!hasPage(role_key, '/upload')) return null;
  return (
    <Suspense fallback={null}>
      <Progress />
    </Suspense>
  );
}

const Bar = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  height: 48,
  flex: 'none',
  padding: '0 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  [theme.breakpoints.down('md')]: { gap: 4, padding: '0 8px' },
}));
const Home = styled(Link)({ display: 'inline-flex', textDecoration: 'none', borderRadius: 6 });
const Badge = styled('span')(({ theme }) => ({
  padding: '1px 7px',
  borderRadius: 4,
  border: `1px solid ${theme.vars.palette.line.strong}`,
  fontSize: textSize.small,
  lineHeight: '16px',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.secondary,
  [theme.breakpoints.down('lg')]: { display: 'none' },
}));
/** Never shrinks: its buttons are always inside the window. */
const Right = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 4,
  flex: '1 0 auto',
});
const Left = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  alignSelf: 'stretch',
  flex: '1 1 auto',
  minWidth: 0,
  '& > a, & > span': { flex: 'none' },
});

function WideBar() {
  const { t } = useTranslation('shell');
  const { role_key } = useSessionUser().user_role;
  const { pathname } = useLocation();
  const { badge, landing } = roles[role_key];
  const entries = topEntries(role_key, builtPaths);
  const active = activeEntry([...railEntries(role_key, builtPaths), ...entries], pathname);
  return (
    <Bar>
      <Left>
        <Home to={landing} aria-label="Rhythmdesk">
          <Brand />
        </Home>
        {badge ? <Badge>{t(`badge.${badge}`)}</Badge> : null}
        <TopNav entries={entries} active={active} />
      </Left>
      <OmniField />
      <Right>
        <UploadProgressSlot />
        <UploadLink />
        <LanguageMenu short />
        <ThemeSwitch />
        <Bell />
        <AccountMenu wide />
      </Right>
    </Bar>
  );
}

function NarrowBar() {
  const { t } = useTranslation('dialogs');
  const { landing } = roles[useSessionUser().user_role.role_key];
  return (
    <Bar>
      <DrawerMenu />
      <Home to={landing} aria-label="Rhythmdesk">
        <Brand />
      </Home>
      <Right>
        <UploadProgressSlot />
        <IconButton name={t('palette.title')} size="large" onClick={openPalette}>
          <MagnifyingGlassIcon size={20} aria-hidden="true" />
        </IconButton>
        <Bell />
        <AccountMenu wide={false} />
      </Right>
    </Bar>
  );
}

/** Below this width the drawer shows the menu. */
const widePx = 900;

export function TopBar() {
  const wide = useMediaQuery(theme.breakpoints.up(widePx), { noSsr: true });
  return wide ? <WideBar /> : <NarrowBar />;
}
