/** The command palette: one field, groups of what matches, arrows and Enter. A combobox with a list box. */
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { MagnifyingGlassIcon } from '@phosphor-icons/react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyCap } from '../key-cap.tsx';
import { PaletteList } from './palette-list.tsx';
import { type PaletteGroup, type PaletteItem, searchPalette } from './palette-sources.ts';

const typingMs = 120;

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: '10px 14px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
}));

function usePaletteGroups(query: string): readonly PaletteGroup[] | undefined {
  const [found, setFound] = useState<{ query: string; groups: readonly PaletteGroup[] }>();
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        void searchPalette(query, stop.signal).then((groups) => {
          if (!stop.signal.aborted) setFound({ query, groups });
        });
      },
      query === '' ? 0 : typingMs,
    );
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [query]);
  return found?.groups;
}

/** The item under the cursor, moved by the arrows and taken by Enter. */
function usePaletteCursor(groups: readonly PaletteGroup[] | undefined, choose: (item: PaletteItem) => void) {
  const [at, setAt] = useState(0);
  const items = (groups ?? []).flatMap((group) => group.items);
  const active = items[Math.min(at, items.length - 1)];
  const keyed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((now) => (Math.min(now, items.length - 1) + step + items.length) % Math.max(1, items.length));
    }
    if (event.key === 'Enter' && active) choose(active);
  };
  return { active, some: items.length > 0, keyed, toFirst: () => setAt(0) };
}

type PaletteFieldProps = {
  id: string;
  query: string;
  activeId: string | undefined;
  expanded: boolean;
  onType: (query: string) => void;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function PaletteField({ id, query, activeId, expanded, onType, onFocus, onKeyDown }: PaletteFieldProps) {
  const { t } = useTranslation('dialogs');
  return (
    <Head>
      <MagnifyingGlassIcon size={18} aria-hidden="true" />
      <InputBase
        autoFocus
        fullWidth
        value={query}
        placeholder={t('palette.placeholder')}
        onChange={(event) => onType(event.target.value)}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        inputProps={{
          role: 'combobox',
          'aria-label': t('palette.title'),
          'aria-expanded': expanded,
          'aria-controls': `${id}-list`,
          'aria-autocomplete': 'list',
          ...(activeId === undefined ? {} : { 'aria-activedescendant': `${id}-${activeId}` }),
        }}
      />
      <KeyCap name="Esc" quiet />
    </Head>
  );
}

function NothingFound({ query }: { query: string }) {
  const { t } = useTranslation('dialogs');
  return (
    <Typography role="status" color="textSecondary" sx={{ padding: '16px' }}>
      {query === '' ? t('palette.start') : t('palette.empty', { query })}
    </Typography>
  );
}

type PaletteProps = {
  /** What was typed before the field was there; asked when it gets the focus. */
  takeTyped: () => string;
  onClose: () => void;
};

export function Palette({ takeTyped, onClose }: PaletteProps) {
  const { t } = useTranslation('dialogs');
  const id = useId();
  const [typed, setTyped] = useState('');
  const query = typed.trim();
  const groups = usePaletteGroups(query);
  const choose = (item: PaletteItem) => {
    onClose();
    item.run();
  };
  const { active, some, keyed, toFirst } = usePaletteCursor(groups, choose);
  const type = (text: string) => {
    setTyped(text);
    toFirst();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      slotProps={{
        paper: {
          'aria-label': t('palette.title'),
          style: { maxWidth: 600, alignSelf: 'flex-start', marginTop: '10vh', maxHeight: '70vh' },
        },
      }}
    >
      <PaletteField
        id={id}
        query={typed}
        activeId={active?.id}
        expanded={some}
        onType={type}
        onFocus={() => type(takeTyped() + typed)}
        onKeyDown={keyed}
      />
      {groups && !some ? (
        <NothingFound query={query} />
      ) : (
        <PaletteList
          id={id}
          label={t('palette.title')}
          groups={groups ?? []}
          active={active?.id}
          query={query}
          onChoose={choose}
        />
      )}
    </Dialog>
  );
}
