/** Defines the strips for the report as a tool of the desk. It has no tab. */
import { recordingKeys } from '../../../../trace/panels/recording-keys.ts';
import type { DeskTool, RecordingOfCase } from '../keys/desk-tool.ts';
import type { Desk } from '../session/use-desk.ts';
import { basketKeys } from './basket-keys.ts';
import { BasketPanel } from './basket-panel.tsx';

/** Adds the visible strip, with the calipers on it. */
export function addStrip({ view, shown, write }: Desk): void {
  if (view === null || shown === null) return;
  const { start, end } = view.strip();
  const order = (shown.strips.at(-1)?.order ?? 0) + 1;
  const ends = { start_sample: Math.max(0, Math.round(start)), end_sample: Math.round(end) };
  const measured = view.measured();
  const marks =
    measured === null
      ? undefined
      : [{ of: 'caliper' as const, lead: measured.lead, sample: measured.a, to_sample: measured.b }];
  write([{ kind: 'add_strip', ...ends, caption: '', order, ...(marks && { marks }) }]);
}

export const basketTool: DeskTool<RecordingOfCase> = {
  id: 'basket',
  right: BasketPanel,
  keys: { strip: recordingKeys.strip, ...basketKeys },
  actions: { strip: { run: addStrip } },
};
