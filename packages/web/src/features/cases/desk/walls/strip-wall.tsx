/**
 * Shows many places of the recording at once, five by five, so that an unusual one is easy to see. A press takes a
 * strip out, a key applies an action to all others. The wall is over the desk, whose keys are off meanwhile.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import { CaretLeftIcon, CaretRightIcon } from '@phosphor-icons/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { WallStrip } from '../../../../trace/panels/wall-strip.tsx';
import type { Beats } from '../../../../trace/signal/reading.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { PartShown } from '../../../../ui/list/part-shown.tsx';
import { across, pageSize, useWall, type Wall, type WallAct, type WallTile } from './use-wall.ts';
import { recordingKeys } from '../../../../trace/panels/recording-keys.ts';

const stripPx = 86;

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
  lineHeight: '16px',
  color: 'inherit',
  backgroundColor: theme.vars.palette.card,
  cursor: 'pointer',
  // Time and facts have a line each, so that neither is cut.
  '& > span': { display: 'grid', padding: '2px 6px 4px', textAlign: 'left' },
  '& > span > span': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > span > b': { fontWeight: 600 },
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

const Note = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '8px 16px 0',
  color: theme.vars.palette.warning.main,
}));

const Part = styled(PartShown)({ margin: 0, padding: '0 16px 6px' });

type WallProps = {
  readonly title: string;
  readonly tiles: readonly WallTile[];
  /** Number of all places, if the wall contains only some of them. */
  readonly found?: number | undefined;
  readonly view: RecordingHandle;
  /** The beats of the reading, which the strips name. */
  readonly beats: Beats | undefined;
  /** The first one is the usual action. */
  readonly acts: readonly WallAct[];
  /** Sort order; by default the least similar come first. */
  readonly order?: 'certainty' | 'time' | undefined;
  /** Says what the wall leaves out. */
  readonly note?: string | undefined;
  readonly onClose: () => void;
};

type PagesProps = Pick<WallProps, 'order'> & {
  readonly first: number;
  readonly count: number;
  readonly turn: (by: -1 | 1) => void;
};

const pageWords = {
  similarity: 'wall.page',
  certainty: 'wall.page-certainty',
  time: 'wall.page-plain',
} as const;

function Pages({ first, count, turn, order }: PagesProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const shown = {
    from: format.number(first + 1),
    to: format.number(Math.min(count, first + pageSize)),
    total: format.number(count),
  };
  return (
    <>
      <span>{t(pageWords[order ?? 'similarity'], shown)}</span>
      <IconButton
        name={t('wall.previous')}
        keyName={recordingKeys['page-before'].keys[0]}
        size="small"
        disabled={first === 0}
        onClick={() => turn(-1)}
      >
        <CaretLeftIcon size={16} weight="bold" />
      </IconButton>
      <IconButton
        name={t('wall.next')}
        keyName={recordingKeys['page-after'].keys[0]}
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
  readonly beats: Beats | undefined;
  readonly onTurn: (key: string, extend: boolean) => void;
  readonly takesFocus: boolean;
};

function TileList({ tiles, out, view, beats, onTurn, takesFocus }: TileListProps) {
  const { t } = useTranslation('desk');
  return tiles.map(({ key, start, end, time, fact }, i) => (
    <li key={key}>
      <Tile
        type="button"
        autoFocus={takesFocus && i === 0}
        aria-pressed={out.has(key)}
        onClick={({ shiftKey }) => onTurn(key, shiftKey)}
      >
        <WallStrip strips={view.small} heightPx={stripPx} {...{ start, end, beats }} />
        <span>
          <b>{time}</b>
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
      {acts.map(({ command, row, label, button, run }, i) => (
        <Button
          key={command}
          ref={button}
          size="small"
          variant={i === 0 ? 'contained' : 'outlined'}
          color="primary"
          disabled={kept.size === 0}
          onClick={() => run(kept)}
        >
          {label(kept.size)}
          <KeyCap name={row.keys[0] ?? ''} command={command} />
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

type FrameProps = WallProps & {
  readonly wall: Wall;
  readonly titleId: string;
  /** Whether the first tile takes the focus. */
  readonly takesFocus: boolean;
};

/** Draws heading, strips and actions, inside a dialog or a pane. */
export function WallFrame(props: FrameProps) {
  const { wall, titleId, takesFocus, title, tiles, found, view, beats, acts, order, note, onClose } = props;
  const { list, out, first, kept, turn, onTurn } = wall;
  return (
    <>
      <Head>
        <h2 id={titleId}>{title}</h2>
        <Pages {...{ first, turn, order }} count={tiles.length} />
      </Head>
      {note === undefined ? null : <Note>{note}</Note>}
      <Part shown={tiles.length} total={found ?? tiles.length} />
      <Tiles ref={list} key={first}>
        <TileList
          {...{ out, view, beats, onTurn, takesFocus }}
          tiles={tiles.slice(first, first + pageSize)}
        />
      </Tiles>
      <Acts {...{ acts, kept, onClose }} taken={out.size} />
    </>
  );
}

export function StripWall(props: WallProps) {
  const id = useId();
  const wall = useWall(props.tiles, props.acts, 'dialog');
  return (
    <Dialog
      open
      fullWidth
      maxWidth="lg"
      aria-labelledby={id}
      onClose={props.onClose}
      data-desk-wall
      slotProps={{ paper: { style: { maxHeight: 'calc(100% - 48px)' } } }}
    >
      <WallFrame {...props} wall={wall} titleId={id} takesFocus />
    </Dialog>
  );
}
