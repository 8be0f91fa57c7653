/**
 * Many places of the recording at once, five by five, so that the eye finds the odd one: a press takes it out, a key
 * does to all the others what is to be done. It lies over the desk, whose keys rest meanwhile.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import { CaretLeftIcon, CaretRightIcon } from '@phosphor-icons/react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import type { RecordingHandle } from '../../../trace/panels/recording-handle.ts';
import { SmallStrip } from '../../../trace/panels/small-strip.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeyCap } from '../../../ui/key-cap.tsx';
import type { DeskKeyId } from './desk-keys.ts';

const across = 5;
const pageSize = across * across;
const stripPx = 92;

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 48,
  padding: '0 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  color: theme.vars.palette.text.secondary,
  '& h2': { margin: 0, fontSize: textSize.body, fontWeight: 600, color: theme.vars.palette.text.primary },
  '& > :nth-of-type(2)': { marginLeft: 'auto' },
}));
const Tiles = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: `repeat(${String(across)}, minmax(0, 1fr))`,
  alignContent: 'start',
  gap: 8,
  margin: 0,
  padding: 12,
  listStyle: 'none',
  overflowY: 'auto',
  backgroundColor: theme.vars.palette.surface.s0,
}));
const Tile = styled('button')(({ theme }) => ({
  display: 'block',
  width: '100%',
  padding: 0,
  border: `1px solid ${theme.vars.palette.line.main}`,
  borderRadius: 6,
  overflow: 'hidden',
  font: 'inherit',
  fontSize: textSize.small,
  lineHeight: '22px',
  color: 'inherit',
  backgroundColor: theme.vars.palette.card,
  cursor: 'pointer',
  '& > span': { display: 'flex', justifyContent: 'space-between', gap: 6, padding: '0 8px' },
  '& canvas': { backgroundColor: theme.vars.palette.ecg.paper },
  '&[aria-pressed="true"]': { borderStyle: 'dashed', borderColor: theme.vars.palette.line.strong },
  '&[aria-pressed="true"] canvas': { opacity: 0.4 },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focus}`, outlineOffset: 1 },
}));
const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  '& > button': { flex: 'none' },
  gap: 8,
  padding: '10px 16px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  color: theme.vars.palette.text.secondary,
  '& > span': { marginLeft: 'auto' },
}));

export type WallTile = {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly time: string;
  readonly fact: string;
};
type WallAct = {
  readonly keyName: string;
  /** Which command of the desk it is. */
  readonly command: DeskKeyId;
  /** As the browser names it. */
  readonly key: string;
  readonly label: (count: number) => string;
  readonly run: (kept: ReadonlySet<string>) => void;
};
type WallProps = {
  readonly title: string;
  readonly tiles: readonly WallTile[];
  readonly view: RecordingHandle;
  /** The first is what is done mostly. */
  readonly acts: readonly WallAct[];
  readonly onClose: () => void;
};

type WallPress = Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat'>;

const stepsOf: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -across,
  ArrowDown: across,
};

/** Which tile the arrows reach, from the one that has the focus. */
function focusStep(list: HTMLElement | null, by: number): void {
  const tiles = [...(list?.querySelectorAll('button') ?? [])];
  const at = tiles.findIndex((tile) => tile === document.activeElement);
  tiles[Math.min(tiles.length - 1, Math.max(0, at + (at < 0 ? 1 : by)))]?.focus();
}

function turned(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

type PagesProps = { readonly first: number; readonly count: number; readonly turn: (by: -1 | 1) => void };

function Pages({ first, count, turn }: PagesProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const shown = {
    from: format.number(first + 1),
    to: format.number(Math.min(count, first + pageSize)),
    total: format.number(count),
  };
  return (
    <>
      <span>{t('wall.page', shown)}</span>
      <IconButton
        name={t('wall.previous')}
        keyName="PgUp"
        size="small"
        disabled={first === 0}
        onClick={() => turn(-1)}
      >
        <CaretLeftIcon size={16} weight="bold" />
      </IconButton>
      <IconButton
        name={t('wall.next')}
        keyName="PgDn"
        size="small"
        disabled={first + pageSize >= count}
        onClick={() => turn(1)}
      >
        <CaretRightIcon size={16} weight="bold" />
      </IconButton>
    </>
  );
}

type TileListProps = {
  readonly tiles: readonly WallTile[];
  readonly out: ReadonlySet<string>;
  readonly view: RecordingHandle;
  readonly onTurn: (key: string) => void;
  readonly takesFocus: boolean;
};

function TileList({ tiles, out, view, onTurn, takesFocus }: TileListProps) {
  const { t } = useTranslation('desk');
  return tiles.map(({ key, start, end, time, fact }, i) => (
    <li key={key}>
      <Tile
        type="button"
        autoFocus={takesFocus && i === 0}
        aria-pressed={out.has(key)}
        onClick={() => onTurn(key)}
      >
        <SmallStrip strips={view.small} start={start} end={end} heightPx={stripPx} />
        <span>
          <span>{time}</span>
          <span>{out.has(key) ? t('wall.out') : fact}</span>
        </span>
      </Tile>
    </li>
  ));
}

type ActsProps = Pick<WallProps, 'acts' | 'onClose'> & {
  readonly kept: ReadonlySet<string>;
  readonly taken: number;
};

function Acts({ acts, kept, taken, onClose }: ActsProps) {
  const { t } = useTranslation('desk');
  return (
    <Foot>
      {acts.map(({ keyName, command, label, run }, i) => (
        <Button
          key={keyName}
          size="small"
          variant={i === 0 ? 'contained' : 'outlined'}
          color="primary"
          disabled={kept.size === 0}
          onClick={() => run(kept)}
        >
          {label(kept.size)}
          <KeyCap name={keyName} command={command} />
        </Button>
      ))}
      <span>
        {t('wall.hint')} {t('wall.taken', { count: taken })}
      </span>
      <Button size="small" variant="text" onClick={onClose}>
        {t('wall.cancel')}
        <KeyCap name="Esc" />
      </Button>
    </Foot>
  );
}

/** The state of a wall, and the keys that it hears. */
export function useWall(tiles: readonly WallTile[], acts: readonly WallAct[]) {
  const list = useRef<HTMLUListElement>(null);
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const [first, setFirst] = useState(0);
  const kept = new Set(tiles.map(({ key }) => key).filter((key) => !out.has(key)));
  const turn = (by: -1 | 1): void => {
    const next = first + by * pageSize;
    if (next >= 0 && next < tiles.length) setFirst(next);
  };
  /** Whether the wall took the key. */
  const hears = (press: WallPress): boolean => {
    const { key } = press;
    const by = stepsOf[key];
    const act = acts.find((one) => one.key === key || one.key === key.toLowerCase());
    const hasModifier = press.ctrlKey || press.altKey || press.metaKey;
    if (by !== undefined && list.current?.contains(document.activeElement) === true)
      focusStep(list.current, by);
    else if (key === 'PageUp' || key === 'PageDown') turn(key === 'PageUp' ? -1 : 1);
    else if (act !== undefined && !hasModifier && !press.repeat && kept.size > 0) act.run(kept);
    else return false;
    return true;
  };
  const onTurn = (key: string): void => setOut((before) => turned(before, key));
  return { list, out, first, kept, turn, hears, onTurn };
}
type Wall = ReturnType<typeof useWall>;

type FrameProps = WallProps & {
  readonly wall: Wall;
  readonly titleId: string;
  /** The first tile takes the focus. */
  readonly takesFocus: boolean;
};

/** Head, strips and acts; a dialog or a pane around it. */
export function WallFrame({ wall, titleId, takesFocus, title, tiles, view, acts, onClose }: FrameProps) {
  const { list, out, first, kept, turn, onTurn } = wall;
  return (
    <>
      <Head>
        <h2 id={titleId}>{title}</h2>
        <Pages first={first} count={tiles.length} turn={turn} />
      </Head>
      <Tiles ref={list} key={first}>
        <TileList {...{ out, view, onTurn, takesFocus }} tiles={tiles.slice(first, first + pageSize)} />
      </Tiles>
      <Acts {...{ acts, kept, onClose }} taken={out.size} />
    </>
  );
}

export function StripWall(props: WallProps) {
  const id = useId();
  const wall = useWall(props.tiles, props.acts);
  const onKey = (event: KeyboardEvent): void => {
    if (wall.hears(event)) event.preventDefault();
  };
  return (
    <Dialog
      open
      fullWidth
      maxWidth="lg"
      aria-labelledby={id}
      onClose={props.onClose}
      onKeyDown={onKey}
      data-desk-wall
      slotProps={{ paper: { style: { maxHeight: 'calc(100% - 48px)' } } }}
    >
      <WallFrame {...props} wall={wall} titleId={id} takesFocus />
    </Dialog>
  );
}
