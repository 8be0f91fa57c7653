/** Finds what the next key changes, by the state of every tool. */
import type { DeskSubject } from './keys/desk-keys.ts';
import { subjectOf } from './keys/run-command.ts';
import type { DeskView } from './session/desk-views.ts';
import type { PlotSelection } from './session/plot-selection.ts';
import type { Desk } from './session/use-desk.ts';
import { templateWorkOf } from './templates/template-work.ts';

/** Beats of a plot stand beside the plots, and, where the second window took them, beside every tab of the recording. */
export const standsTaken = (taken: PlotSelection | null, view: DeskView): boolean =>
  taken !== null && (view === 'plots' || (taken.elsewhere === true && view !== 'report'));

/** Letters name beats that were taken out of a plot as those on the strip; `M` merges templates that were taken together. */
export function keySubjectOf(desk: Desk, view: DeskView): DeskSubject {
  if (standsTaken(desk.plots.get(), view)) return 'beats';
  return view === 'templates' && templateWorkOf(desk).chosen.get().size > 1 ? 'several' : subjectOf(desk);
}
