/** Converts the side effects of a change of the reading or the report into changes of the case. */
import type { EditEffect } from '@rhythmdesk/domain/case/edits';
import type { CaseChange } from './save-case.ts';

const effectColumns: Readonly<Record<EditEffect, (now: Date) => CaseChange>> = {
  'clear-verified': () => ({ verified_at: null }),
  'mark-edit-saved': (now) => ({ edit_saved_at: now }),
};

export function changeOfEffects(effects: readonly EditEffect[], now: Date): CaseChange {
  const change: CaseChange = {};
  for (const effect of effects) Object.assign(change, effectColumns[effect](now));
  return change;
}
