/**
 * Shows the side menu of the administrative roles: 56 px wide, expanding to 256 px over the page on hover or keyboard focus,
 * from 768 px on.
 */
import { styled } from '@mui/material/styles';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { builtPages } from '../pages.ts';
import { activeEntry, railEntries, topEntries } from './nav-entries.ts';
import { NavIcon } from './nav-icons.tsx';

export const builtPaths: ReadonlySet<string> = new Set(builtPages.map(({ path }) => path));

const RailFrame = styled('div')(({ theme }) => ({
  position: 'relative',
  width: 56,
  flex: 'none',
  [theme.breakpoints.down('md')]: { display: 'none' },
}));
const Bar = styled('nav')(({ theme }) => ({
  position: 'absolute',
  insetBlock: 0,
  left: 0,
  zIndex: 5,
  width: 56,
  padding: 8,
  overflow: 'hidden',
  display: 'flex',
  flexDirection: 'column',
  gap: 4,
  borderRight: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  transition: 'width 120ms ease-out',
  // A clicked entry keeps the focus, and the rail would cover the page that it opened.
  '&:hover, &:has(:focus-visible)': { width: 256, boxShadow: theme.vars.palette.shadow.menu },
}));
export const NavLink = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  // The label begins outside the collapsed rail.
  gap: 20,
  height: 40,
  padding: '0 10px',
  borderRadius: 6,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  color: theme.vars.palette.text.secondary,
  '& svg': { flex: 'none' },
  '&:hover': { backgroundColor: theme.vars.palette.row.hover },
  '&[aria-current="page"]': {
    color: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.primary.tint,
  },
}));

export function Rail() {
  const { t } = useTranslation('shell');
  const { role_key } = useSessionUser().user_role;
  const { pathname } = useLocation();
  const entries = railEntries(role_key, builtPaths);
  if (entries.length === 0) return null;
  const active = activeEntry([...entries, ...topEntries(role_key, builtPaths)], pathname);
  return (
    <RailFrame>
      <Bar aria-label={t('nav.admin')}>
        {entries.map(({ name, path }) => (
          <NavLink
            key={name}
            to={path}
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={name === active ? 'page' : undefined}
          >
            <NavIcon name={name} active={name === active} />
            {t(`nav.${name}`)}
          </NavLink>
        ))}
      </Bar>
    </RailFrame>
  );
}
