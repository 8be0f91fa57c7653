/** Shows every menu entry in a drawer where the bar is too narrow for them; it closes when the page changes. */
import Drawer from '@mui/material/Drawer';
import { styled } from '@mui/material/styles';
import { ListIcon } from '@phosphor-icons/react';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Brand } from '../brand.tsx';
import { LanguageMenu } from '../language-menu.tsx';
import { activeEntry, allEntries } from './nav-entries.ts';
import { NavCount } from './nav-count.tsx';
import { NavIcon } from './nav-icons.tsx';
import { builtPaths, NavLink } from './rail.tsx';
import { UploadLink } from './upload-link.tsx';

const List = styled('nav')({ width: 256, padding: 12, display: 'flex', flexDirection: 'column', gap: 4 });
const Head = styled('div')({ padding: '4px 8px 12px' });
const Foot = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, padding: '12px 0' });
const Tall = styled(NavLink)({ height: 44 });

export function DrawerMenu() {
  const { t } = useTranslation('shell');
  const { role_key } = useSessionUser().user_role;
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  if (openAt !== null && openAt !== pathname) setOpenAt(null);
  const entries = allEntries(role_key, builtPaths);
  const active = activeEntry(entries, pathname);
  return (
    <>
      <IconButton
        name={t('nav.menu')}
        size="large"
        aria-haspopup="dialog"
        onClick={() => setOpenAt(pathname)}
      >
        <ListIcon size={20} aria-hidden="true" />
      </IconButton>
      <Drawer
        open={openAt === pathname}
        onClose={() => setOpenAt(null)}
        slotProps={{ paper: { 'aria-label': t('nav.menu') } }}
      >
        <List aria-label={t('nav.main')}>
          <Head>
            <Brand />
          </Head>
          {entries.map(({ name, path }) => (
            <Tall
              key={name}
              to={path}
              activeOptions={{ exact: true, includeSearch: false }}
              aria-current={name === active ? 'page' : undefined}
              onClick={() => setOpenAt(null)}
            >
              <NavIcon name={name} active={name === active} />
              {t(`nav.${name}`)}
              <NavCount name={name} />
            </Tall>
          ))}
          <Foot>
            <UploadLink />
            <LanguageMenu />
          </Foot>
        </List>
      </Drawer>
    </>
  );
}
