/**
 * Shows the beats selected in a plot as a wall of strips: to look through, to step through on the strip, and to
 * classify together.
 */
import { styled } from '@mui/material/styles';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import type { ShownReading } from '../../reading/reading-state.ts';
import { classesOf, keptSamples, plotSelectionOf, type PlotSelection } from './plot-selection.ts';
import { WallFrame } from '../walls/strip-wall.tsx';
import { memberKeys } from '../walls/member-keys.ts';
import { useBeatTile } from '../walls/beat-tiles.ts';
import { useWall, type WallTile } from '../walls/use-wall.ts';
import { relabelBeats } from '../session/beat-edits.ts';
import { beatKeys, nameCommands, namedClasses } from '../beats/beat-keys.ts';
import { plotKeys } from './plot-keys.ts';
import { useDeskCommands } from '../keys/use-desk-commands.ts';
import type { Desk } from '../session/use-desk.ts';

const Pane = styled('aside')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  width: 556,
  minHeight: 0,
  borderLeft: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
  '& > ul': { flex: 1 },
  // The square plot beside it keeps its size in the narrowest window of the desk.
  [theme.breakpoints.down('lg')]: { width: 'min(380px, 38vw)' },
}));
const Hint = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '14px 16px',
  color: theme.vars.palette.text.secondary,
}));

/** Twenty pages of strips, more than anyone looks at. Beats after them are classified with the others. */
const most = 500;

type TakenProps = {
  readonly desk: Desk;
  readonly view: RecordingHandle;
  readonly reading: ShownReading;
  readonly selection: PlotSelection;
};

function useTiles({ samples }: PlotSelection, view: RecordingHandle, reading: ShownReading): WallTile[] {
  const tileOf = useBeatTile();
  return samples.slice(0, most).map((sample) => tileOf(sample, view, reading.beats));
}

/** Steps through the beats on the strip with `,` and `.`. */
function useSteps({ samples }: PlotSelection, view: RecordingHandle): (by: -1 | 1) => void {
  const at = useRef(-1);
  return (by) => {
    at.current = Math.min(samples.length - 1, Math.max(0, at.current + by));
    const sample = samples[at.current];
    if (sample === undefined) return;
    view.goTo(sample);
    view.select({ anchor: sample, focus: sample });
  };
}

function Taken({ desk, view, reading, selection }: TakenProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const id = useId();
  const { samples } = selection;
  const tiles = useTiles(selection, view, reading);
  const walled = tiles.map(({ key }) => key);
  const clear = (): void => {
    plotSelectionOf(desk).set(null);
    view.select(null);
  };
  const behind = samples.length - tiles.length;
  const acts = namedClasses.map((label) => ({
    command: nameCommands[label],
    row: beatKeys[nameCommands[label]],
    label: (count: number) => t('wall.name', { value: format.number(count + behind), label }),
    run: (kept: ReadonlySet<string>) => {
      desk.write(relabelBeats(keptSamples(samples, walled, kept), label));
      clear();
    },
  }));
  const wall = useWall(tiles, desk.writes ? acts : [], 'tool');
  const step = useSteps(selection, view);
  useDeskCommands(
    { ...memberKeys, ...plotKeys },
    {
      'member-before': { line: t('key.members'), run: () => step(-1) },
      'member-after': { line: t('key.members'), run: () => step(1) },
      'plots-clear': { run: clear },
    },
  );
  const classes = classesOf(samples, reading.beats).map(
    ([label, count]) => `${label} ${format.number(count)}`,
  );
  const title = t('plots.selected', {
    count: samples.length,
    value: format.number(samples.length),
    classes: classes.join(' · '),
  });
  return (
    <WallFrame
      {...{ title, tiles, view, wall }}
      beats={reading.beats}
      found={samples.length}
      acts={desk.writes ? acts : []}
      titleId={id}
      takesFocus={false}
      onClose={clear}
    />
  );
}

export function PlotsPane({ desk }: { desk: Desk }) {
  const { t } = useTranslation('desk');
  const selection = useStored(plotSelectionOf(desk));
  const { view, shown } = desk;
  return (
    <Pane aria-label={t('plots.pane')}>
      {selection === null || view === null || shown === null ? (
        <Hint>{t('plots.hint')}</Hint>
      ) : (
        <Taken
          key={`${selection.from} ${selection.samples.slice(0, 3).join(' ')} ${String(selection.samples.length)}`}
          {...{ desk, view, selection }}
          reading={shown}
        />
      )}
    </Pane>
  );
}
