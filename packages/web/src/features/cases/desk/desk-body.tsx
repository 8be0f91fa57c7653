/** Draws the tools of a desk around the recording: on its left, over it and on its right. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../../platform/use-stored.ts';
import { type DeskTool, openedTools, type RecordingOfCase } from './keys/desk-tool.ts';
import { plotSelectionOf, showsPlotSelection } from './plots/plot-selection.ts';
import { PlotsPane } from './plots/plots-pane.tsx';
import type { DeskView } from './session/desk-views.ts';
import type { Desk } from './session/use-desk.ts';

const Body = styled('div')({ display: 'flex', flex: 1, minHeight: 0 });
const Centre = styled('div')({
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
});
const Recording = styled('div')({ flex: 1, minHeight: 0 });
/** As high as the rails and one lead at the usual gain, higher if the tool leaves space. */
const barePx = 172;
const Side = styled('aside')(({ theme }) => ({
  flex: 'none',
  width: 276,
  minHeight: 0,
  overflowY: 'auto',
  scrollbarWidth: 'thin',
  borderLeft: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
  [theme.breakpoints.down('lg')]: { display: 'none' },
}));

type BodyProps<Detail> = {
  readonly tools: readonly DeskTool<Detail>[];
  readonly view: DeskView;
  readonly desk: Desk;
  readonly detail: Detail;
  readonly recording: ReactNode;
};

/** Draws the tool of the tab, and what tools without a tab show beside it. */
export function DeskBody<Detail extends RecordingOfCase>(props: BodyProps<Detail>) {
  const { t } = useTranslation('desk');
  const { tools, view, desk, detail, recording } = props;
  const { tab, opened, beside } = openedTools(tools, view);
  const isTaken = showsPlotSelection(useStored(plotSelectionOf(desk)), view);
  const { left: Left, main: Main } = opened ?? {};
  const Right = isTaken ? PlotsPane : opened?.right;
  return (
    <Body>
      {Left === undefined ? null : <Left {...{ desk, detail }} />}
      <Centre>
        {Main === undefined ? null : <Main {...{ desk, detail }} />}
        {beside.map(({ id, main: Over }) =>
          Over === undefined ? null : <Over key={id} {...{ desk, detail }} />,
        )}
        {tab.recording === 'hidden' ? null : (
          <Recording style={tab.bare === true ? { flex: `1 0 ${String(barePx)}px` } : undefined}>
            {recording}
          </Recording>
        )}
      </Centre>
      {Right === undefined ? (
        <Side aria-label={t('basket')}>
          {beside.map(({ id, right: Section }) =>
            Section === undefined ? null : <Section key={id} {...{ desk, detail }} />,
          )}
        </Side>
      ) : (
        <Right {...{ desk, detail }} />
      )}
    </Body>
  );
}
