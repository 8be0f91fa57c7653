/** Shows the entries of the top bar in one row. Entries without space are in the menu “More” behind the last one. */
import ButtonBase from '@mui/material/ButtonBase';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled, type Theme } from '@mui/material/styles';
import { CaretDownIcon } from '@phosphor-icons/react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { fittingCount } from './fitting-count.ts';
import type { NavEntry, NavName } from './nav-entries.ts';
import { NavCount } from './nav-count.tsx';
import { NavIcon } from './nav-icons.tsx';

const Row = styled('nav')({
  position: 'relative',
  display: 'flex',
  alignSelf: 'stretch',
  minWidth: 0,
  marginLeft: 8,
  overflow: 'hidden',
  '& > [data-folded]': { position: 'absolute', insetBlock: 0, left: 0, visibility: 'hidden' },
});
const entryStyle = ({ theme }: { theme: Theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  flex: 'none',
  padding: '0 10px',
  gap: 4,
  borderBottom: '2px solid transparent',
  font: 'inherit',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  color: theme.vars.palette.text.secondary,
  outlineOffset: -2,
  [theme.breakpoints.down('lg')]: { padding: '0 6px' },
  '&:hover': { color: theme.vars.palette.text.primary },
  '&[aria-current="page"], &[data-current="true"]': {
    fontWeight: 600,
    color: theme.vars.palette.text.primary,
    borderBottomColor: theme.vars.palette.primary.main,
  },
});
const Entry = styled(Link)(entryStyle);
const More = styled(ButtonBase)(entryStyle);

const widthOf = (element: Element): number => element.getBoundingClientRect().width;

type Fit = { readonly shown: number; readonly all_px: number };

/** Measures the row and its entries, whose last child is the button “More”, whenever one of them changes its size. */
function useFit(row: RefObject<HTMLElement | null>, count: number): Fit {
  const [fit, setFit] = useState<Fit>({ shown: count, all_px: 0 });
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    const measure = () => {
      const widths = [...element.children].map(widthOf);
      const more_px = widths.pop() ?? 0;
      const shown = fittingCount(widths, more_px, widthOf(element));
      const all_px = widths.reduce((sum, width) => sum + width, 0);
      setFit((before) => (before.shown === shown && before.all_px === all_px ? before : { shown, all_px }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const observed of [element, ...element.children]) observer.observe(observed);
    return () => observer.disconnect();
  }, [row, count]);
  return fit;
}

type FoldedProps = {
  readonly entries: readonly NavEntry[];
  readonly active: NavName | undefined;
};

function Folded({ entries, active }: FoldedProps) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <More
        data-folded={entries.length === 0 ? true : undefined}
        data-current={entries.some(({ name }) => name === active)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('nav.more')}
        <CaretDownIcon size={12} aria-hidden="true" />
      </More>
      <Menu
        open={anchor !== null && entries.length > 0}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { minWidth: 180 } } }}
      >
        {entries.map(({ name, path }) => (
          <MenuItem
            key={name}
            selected={name === active}
            aria-current={name === active ? 'page' : undefined}
            onClick={() => {
              setAnchor(null);
              void navigate({ to: path });
            }}
          >
            <NavIcon name={name} active={name === active} />
            {t(`nav.${name}`)}
            <NavCount name={name} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

export function TopNav({ entries, active }: FoldedProps) {
  const { t } = useTranslation('shell');
  const row = useRef<HTMLElement>(null);
  const { shown, all_px } = useFit(row, entries.length);
  return (
    <Row ref={row} aria-label={t('nav.main')} style={{ flex: `1 1 ${String(all_px)}px` }}>
      {entries.map(({ name, path }, at) => (
        <Entry
          key={name}
          to={path}
          activeOptions={{ exact: true, includeSearch: false }}
          data-folded={at < shown ? undefined : true}
          aria-current={name === active ? 'page' : undefined}
        >
          {t(`nav.${name}`)}
          <NavCount name={name} />
        </Entry>
      ))}
      <Folded entries={entries.slice(shown)} active={active} />
    </Row>
  );
}
