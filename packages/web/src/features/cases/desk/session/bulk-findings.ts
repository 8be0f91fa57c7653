/**
 * Decides which findings may be judged together with others. Unseen, only findings of high certainty that no rule for
 * critical findings judges by its kind; on a wall, all that the center's rules do not call critical.
 */
import { mayBeCritical } from '@rhythmdesk/ecg/reading/critical-kinds';
import { type CriticalLimits, isCritical } from '@rhythmdesk/ecg/reading/critical-places';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { isMixed } from '@rhythmdesk/ecg/reading/template-groups';
import { acceptEdits } from './finding-edits.ts';
import type { Desk } from './use-desk.ts';

/** Findings of at least this certainty may be accepted without looking at each one. */
const sureFrom = 0.95;

type SureItems = {
  readonly edits: ReadingEdit[];
  readonly keys: ReadonlySet<string>;
  readonly least: number;
};

/** Returns whether a user has to look at an item before it is accepted, however certain it is. */
function needsLook(item: QueueItem, { fast_af }: CriticalLimits): boolean {
  if (item.of === 'template') return isMixed(item.group);
  return item.of === 'episode' && mayBeCritical(item.finding, fast_af.bpm);
}

/**
 * Returns the open findings of high certainty of a kind and the lowest certainty among them, without mixed templates and
 * findings that may be critical; null if there are fewer than two.
 */
export function sureOf(items: readonly QueueItem[], critical: CriticalLimits): SureItems | null {
  const sure = items.filter(
    (item) => item.state === 'open' && (item.certainty ?? 0) >= sureFrom && !needsLook(item, critical),
  );
  if (sure.length < 2) return null;
  return {
    edits: sure.flatMap(acceptEdits),
    keys: new Set(sure.map(({ key }) => key)),
    least: sure.reduce((least, { certainty }) => Math.min(least, certainty ?? 1), 1),
  };
}

/** Returns whether the center's rules call a finding critical, so that it is judged alone. */
export function isJudgedAlone(item: QueueItem, { shown, view, critical }: Desk): boolean {
  if (item.of !== 'episode' || shown === null || view === null) return false;
  const { sampling_hz } = view;
  return isCritical(item.finding, { sampling_hz, samples: shown.beats.sample }, critical);
}
