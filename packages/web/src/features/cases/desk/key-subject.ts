/** Finds what the next key changes, by the state of every tool. */
import type { DeskSubject } from './keys/desk-keys.ts';
import { subjectOf } from './keys/run-command.ts';
import { plotSelectionOf, standsTaken } from './plots/plot-selection.ts';
import type { DeskView } from './session/desk-views.ts';
import type { Desk } from './session/use-desk.ts';
import { templateWorkOf } from './templates/template-work.ts';

/** Letters name beats that were taken out of a plot as those on the strip; `M` merges templates that were taken together. */
export function keySubjectOf(desk: Desk, view: DeskView): DeskSubject {
  if (standsTaken(plotSelectionOf(desk).get(), view)) return 'beats';
  return view === 'templates' && templateWorkOf(desk).chosen.get().size > 1 ? 'several' : subjectOf(desk);
}
