/** Runs the commands on the open finding. */
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { nextOpenItem } from '@rhythmdesk/ecg/reading/finding-queue';
import type { End } from '../../../../trace/time/episode-ends.ts';
import type { DeskAction, DeskActions } from '../keys/desk-tool.ts';
import { acceptEdits, leftBeats, moveEndEdits, rejectEdits, retypeEdits } from '../session/finding-edits.ts';
import type { Desk } from '../session/use-desk.ts';
import { acceptPart, askedTemplate, mixedMenuOf } from './mixed-accept.ts';
import { rejectMenuOf } from './reject-menu-state.ts';
import { namedByRhythm, rhythmMenuOf } from './rhythm-naming.ts';

function openNext({ current, groups, open }: Desk): void {
  const next = nextOpenItem(groups, current?.key ?? null);
  if (next !== null) open(next);
}

/**
 * Accepts the open finding. An edited one is accepted as it is, so nothing is written. Of a mixed template the user says
 * which part.
 */
export function accept(desk: Desk): void {
  const { current } = desk;
  if (current === null) return;
  if (desk.writes && askedTemplate(desk) !== null) return mixedMenuOf(desk).set(true);
  if (current.state !== 'mended') return desk.write(acceptEdits(current), current.state !== 'accepted');
  openNext(desk);
}

/** Accepts a mixed template as it is, each beat with its own class: the first answer of the menu, without the menu. */
function acceptMixed(desk: Desk): void {
  const item = askedTemplate(desk);
  if (desk.writes && item !== null) acceptPart(desk, item, 'whole', []);
}

/** Rejects the open finding, or opens the menu of what becomes of its beats if it would leave some behind. */
export function reject(desk: Desk): void {
  const { current, groups } = desk;
  if (current === null) return;
  if (leavesBeats(desk)) return rejectMenuOf(desk).set(true);
  const items = groups.flatMap((group) => group.items);
  desk.write(rejectEdits(current, items), current.state !== 'rejected');
}

const leavesBeats = ({ current, shown }: Desk): boolean =>
  current !== null && shown !== null && leftBeats([current], shown.beats) !== null;

/** Gives the open episode another rhythm; a run that is sinus rhythm is rejected, with its beats. */
function retype(desk: Desk, rhythm: RhythmKey): void {
  if (desk.current === null) return;
  if (rhythm === 'sinus' && leavesBeats(desk)) return reject(desk);
  desk.write(retypeEdits(desk.current, rhythm));
}

/** Moves an end of the open episode by a beat and keeps that end in view. */
function moveEnd(desk: Desk, end: End, by: -1 | 1): void {
  const { current, shown, view } = desk;
  if (current === null || shown === null) return;
  const edits = moveEndEdits(current, end, by, shown.beats.sample);
  desk.write(edits);
  const [edit] = edits;
  if (edit === undefined || !('start_sample' in edit) || view === null) return;
  const at = end === 'start' ? edit.start_sample : edit.end_sample;
  const strip = view.strip();
  if (at <= strip.start || at >= strip.end) view.goTo(at);
}

const rhythm = (kind: RhythmKey): DeskAction => ({ waits: true, run: (desk) => retype(desk, kind) });
const moved = (end: End, by: -1 | 1): DeskAction => ({
  waits: true,
  run: (desk) => moveEnd(desk, end, by),
});
const step = (by: -1 | 1): DeskAction => ({
  ...{ reads: true, ofFinding: true },
  run: (desk) => desk.step(by),
});

export const queueActions = {
  accept: { waits: true, ofFinding: true, once: true, run: accept },
  'accept-mixed': { waits: true, ofFinding: true, once: true, run: acceptMixed },
  reject: { waits: true, ofFinding: true, once: true, opens: true, run: reject },
  rhythms: {
    ...{ waits: true, opens: true },
    run: (desk) => rhythmMenuOf(desk).set(namedByRhythm(desk) !== null),
  },
  'rhythm-af': rhythm('af'),
  'rhythm-afl': rhythm('afl'),
  'rhythm-vt': rhythm('vt'),
  'rhythm-ivr': rhythm('ivr'),
  'rhythm-svt': rhythm('svt'),
  'rhythm-pause': rhythm('pause'),
  'rhythm-sinus': { ...rhythm('sinus'), opens: true },
  'rhythm-noise': rhythm('noise'),
  'onset-earlier': moved('start', -1),
  'onset-later': moved('start', 1),
  'end-earlier': moved('end', -1),
  'end-later': moved('end', 1),
  'step-before': step(-1),
  'step-after': step(1),
  'arrow-before': step(-1),
  'arrow-after': step(1),
  'next-open': { reads: true, run: openNext },
} as const satisfies DeskActions;
