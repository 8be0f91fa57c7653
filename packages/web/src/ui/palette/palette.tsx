/** Shows the command palette: one field, groups of what matches, arrows and Enter. It is a combobox with a list box. */
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { MagnifyingGlassIcon } from '@phosphor-icons/react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyCap } from '../key-cap.tsx';
import { useNewest } from '../use-newest.ts';
import { PaletteList } from './palette-list.tsx';
import { type PaletteGroup, type PaletteItem, searchPalette } from './palette-sources.ts';
import { isPress, rowStepOf } from '../keys/widget-keys.ts';

const typingMs = 120;

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: '10px 14px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
}));

/** The results and their query; `lead` is the item that was first when the results were first shown. */
type Found = { query: string; groups: readonly PaletteGroup[]; lead: string | undefined };

/** The groups of the previous query stay until newer ones arrive. */
function useFound(query: string): Found | undefined {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    const stop = new AbortController();
    const onGroups = (groups: readonly PaletteGroup[]) =>
      setFound((before) => {
        const lead = before?.query === query ? before.lead : groups.flatMap(({ items }) => items)[0]?.id;
        return { query, groups, lead };
      });
    const timer = setTimeout(
      () => void searchPalette({ query, signal: stop.signal, onGroups }),
      query === '' ? 0 : typingMs,
    );
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [query]);
  return found;
}

/**
 * Returns the active item, moved by the arrows and selected by Enter. The cursor stays on its item if a later response
 * pushes it down. Enter pressed before the groups of the typed text have arrived selects their first item once they
 * have.
 */
function usePaletteCursor(query: string, found: Found | undefined, choose: (item: PaletteItem) => void) {
  const [moved, setMoved] = useState<string>();
  const [entered, setEntered] = useState<string>();
  const items = (found?.groups ?? []).flatMap((group) => group.items);
  const at = (id: string | undefined): number => items.findIndex((item) => item.id === id);
  const index = Math.max(0, at(moved) >= 0 ? at(moved) : at(found?.lead));
  const active = items[index];
  const isNew = found?.query === query;
  const take = useNewest(choose);
  useEffect(() => {
    if (entered === query && isNew && active !== undefined) take(active);
  }, [entered, query, isNew, active, take]);
  const keyed = (event: KeyboardEvent) => {
    const step = rowStepOf(event);
    if (step !== null) {
      event.preventDefault();
      setMoved(items[(index + step + items.length) % Math.max(1, items.length)]?.id);
    }
    if (!isPress(event, '⏎')) return;
    if (isNew && active !== undefined) choose(active);
    else setEntered(query);
  };
  const restart = () => {
    setMoved(undefined);
    setEntered(undefined);
  };
  return { active, some: items.length > 0, keyed, restart };
}

type PaletteFieldProps = {
  id: string;
  query: string;
  activeId: string | undefined;
  expanded: boolean;
  onType: (query: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function PaletteField({ id, query, activeId, expanded, onType, onKeyDown }: PaletteFieldProps) {
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

function NothingFound({ query, groups }: { query: string; groups: readonly PaletteGroup[] }) {
  const { t } = useTranslation('dialogs');
  const words = query === '' ? t('palette.start') : t('palette.empty', { query });
  const notes = groups.flatMap(({ title, note }) => (note === undefined ? [] : `${title}: ${note}`));
  return (
    <Typography role="status" color="textSecondary" sx={{ padding: '16px', whiteSpace: 'pre-line' }}>
      {[words, ...notes].join('\n')}
    </Typography>
  );
}

export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('dialogs');
  const id = useId();
  const [typed, setTyped] = useState('');
  const query = typed.trim();
  const found = useFound(query);
  const choose = (item: PaletteItem) => {
    onClose();
    item.run();
  };
  const { active, some, keyed, restart } = usePaletteCursor(query, found, choose);
  const type = (text: string) => {
    setTyped(text);
    restart();
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
        onKeyDown={keyed}
      />
      {found && !some ? (
        <NothingFound query={query} groups={found.groups} />
      ) : (
        <PaletteList
          id={id}
          label={t('palette.title')}
          groups={found?.groups ?? []}
          active={active?.id}
          query={found?.query ?? ''}
          onChoose={choose}
        />
      )}
    </Dialog>
  );
}
