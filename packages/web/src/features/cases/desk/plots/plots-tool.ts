/** Defines the plots as a tool of the desk. */
import type { DeskTool, RecordingOfCase } from '../keys/desk-tool.ts';
import { memberKeys } from '../walls/member-keys.ts';
import { plotSelectionOf, showsPlotSelection } from './plot-selection.ts';
import { PlotsPane } from './plots-pane.tsx';
import { PlotsView } from './plots-view.tsx';

export const plotsTool: DeskTool<RecordingOfCase> = {
  id: 'plots',
  tab: { recording: 'strip', noFinding: true, bare: true },
  main: PlotsView,
  right: PlotsPane,
  keys: memberKeys,
  // Letters classify beats selected in a plot like beats selected on the strip.
  subject: (desk, view) => (showsPlotSelection(plotSelectionOf(desk).get(), view) ? 'beats' : null),
};
