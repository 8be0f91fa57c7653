/** What a press means something of, before it is known which part of the desk hears it. */
import type { DeskSubject } from './desk-keys.ts';
import type { DeskView } from '../session/desk-views.ts';
import type { PlotSelection } from '../session/plot-selection.ts';
import { subjectOf } from './run-command.ts';
import type { Desk } from '../session/use-desk.ts';

/** Beats of a plot stand beside the plots, and, where the second window took them, beside every tab of the recording. */
export const standsTaken = (taken: PlotSelection | null, view: DeskView): boolean =>
  taken !== null && (view === 'plots' || (taken.elsewhere === true && view !== 'report'));

/** Beats that were taken out of a plot are named by letters as those on the strip; templates taken together are merged. */
export function keySubjectOf(desk: Desk, view: DeskView): DeskSubject {
  if (standsTaken(desk.plots.get(), view)) return 'beats';
  return view === 'templates' && desk.templates.chosen.get().size > 1 ? 'several' : subjectOf(desk);
}
