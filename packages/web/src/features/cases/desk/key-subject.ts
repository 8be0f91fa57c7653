/** What a press means something of, before it is known which part of the desk hears it. */
import type { DeskSubject } from './desk-keys.ts';
import type { DeskView } from './desk-views.ts';
import { subjectOf } from './run-command.ts';
import type { Desk } from './use-desk.ts';

/** Beats that were taken out of a plot are named by letters as those on the strip. */
export const keySubjectOf = (desk: Desk, view: DeskView): DeskSubject =>
  view === 'plots' && desk.plots.get() !== null ? 'beats' : subjectOf(desk);
