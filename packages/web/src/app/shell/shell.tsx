/**
 * Renders everything around a page while a user is signed in: bars, rail, live updates, the idle watch, and the dialogs
 * that may open over any page. It unmounts when the session ends and clears the query cache.
 */
import { styled } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnKeyNames } from '../../features/cases/desk/settings/use-own-keys.ts';
import { afterPaint } from '../../platform/after-paint.ts';
import { makeQueryClient } from '../../platform/client/query-cache.ts';
import { useSession, useSessionUser } from '../../platform/session/session-state.ts';
import { loadEveryFont } from '../../platform/theme/fonts.ts';
import { preloadFrames } from '../../ui/dialogs/load-frames.ts';
import { closeDialogs } from '../../ui/dialogs/open-dialog.ts';
import { OpenedDialogs } from '../../ui/dialogs/opened-dialogs.tsx';
import { showFault } from '../../ui/faults/show-fault.ts';
import { KeyNames } from '../../ui/keys/key-names.ts';
import { PageLoading } from '../../ui/states/page-loading.tsx';
import { ToastHost } from '../../ui/toasts/toast-host.tsx';
import { isFullScreen } from '../navigation.ts';
import { SessionWatch } from '../session/session-watch.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { Rail } from './rail.tsx';
import { ShellFooter } from './shell-footer.tsx';
import { ShellKeys } from './shell-keys.tsx';
import { TopBar } from './top-bar.tsx';
import { Welcome } from './welcome.tsx';

const Frame = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  height: '100dvh',
  overflow: 'hidden',
});
const Middle = styled('div')({ display: 'flex', flex: 1, minHeight: 0 });
/** Positioned, so that text for screen readers scrolls with it and never lengthens the document. */
const Main = styled('main')(({ theme }) => ({
  position: 'relative',
  flex: 1,
  minWidth: 0,
  overflow: 'auto',
  outline: 'none',
  backgroundColor: theme.vars.palette.surface.s1,
  [theme.breakpoints.down('md')]: { backgroundColor: theme.vars.palette.surface.s0 },
}));
const Skip = styled('a')(({ theme }) => ({
  position: 'absolute',
  left: -9999,
  zIndex: 10,
  padding: '8px 12px',
  borderRadius: 6,
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
  '&:focus': { left: 8, top: 8 },
}));

/** Until a one-time password is changed, or an overdue second factor set up, the server answers no other request. */
function Gated() {
  return (
    <Frame>
      <Main id="page" tabIndex={-1} />
      <ToastHost />
      <SessionWatch />
      <Welcome />
    </Frame>
  );
}

function Around() {
  const { t } = useTranslation('shell');
  const pathname = useLocation({ select: (location) => location.pathname });
  const isBare = isFullScreen(pathname);
  useEffect(() => closeDialogs, [pathname]);
  useEffect(() => afterPaint(preloadFrames), []);
  useEffect(() => {
    const timer = setTimeout(() => void loadEveryFont(), 1_500);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Frame>
      <Skip href="#page">{t('skip')}</Skip>
      {isBare ? null : <TopBar />}
      <OfflineBar />
      <Middle>
        {isBare ? null : <Rail />}
        <Main id="page" tabIndex={-1} data-scroll-restoration-id="page">
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </Main>
      </Middle>
      <ShellFooter bare={isBare} />
      <ToastHost />
      <ShellKeys />
      <OpenedDialogs />
      <SessionWatch />
      <LiveUpdates />
      <Welcome />
    </Frame>
  );
}

function Inside() {
  const { must_change_password, must_enrol } = useSessionUser();
  const nameOf = useOwnKeyNames();
  if (must_change_password || must_enrol) return <Gated />;
  return (
    <KeyNames value={nameOf}>
      <Around />
    </KeyNames>
  );
}

export function Shell() {
  const session = useSession();
  const [cache] = useState(() => makeQueryClient((error, about) => void showFault(error, about)));
  useEffect(() => () => cache.clear(), [cache]);
  if (session.kind !== 'signed-in') return null;
  return (
    <QueryClientProvider client={cache}>
      <Inside />
    </QueryClientProvider>
  );
}
