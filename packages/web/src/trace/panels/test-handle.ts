/** The parts of a recording's handle that a test of something else has no use for. */
import type { RecordingHandle } from './recording-handle.ts';

export const selectsNothing: Pick<
  RecordingHandle,
  'ahead' | 'selected' | 'select' | 'selectNext' | 'onSelected' | 'peak'
> = {
  ahead: () => undefined,
  selected: () => null,
  select: () => undefined,
  selectNext: () => undefined,
  onSelected: () => () => undefined,
  peak: (sample) => sample,
};
