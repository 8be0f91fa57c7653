/** Provides the parts of a recording handle that a test does not need, as stubs. */
import type { RecordingHandle } from './recording-handle.ts';
import { createSmallStrips } from './small-strips.ts';

const clock = { start_ms: 0, sampling_hz: 250, samples: 1_000_000 };

export const selectsNothing: Pick<
  RecordingHandle,
  | 'ahead'
  | 'middle'
  | 'looked'
  | 'measured'
  | 'selected'
  | 'select'
  | 'selectNext'
  | 'onSelected'
  | 'peak'
  | 'page'
  | 'pages'
  | 'pageSpan'
  | 'isPageReadable'
  | 'readable'
  | 'turnPage'
  | 'onMoved'
  | 'eventsAt'
> = {
  ahead: () => undefined,
  middle: () => 0,
  looked: () => 0,
  measured: () => null,
  selected: () => null,
  select: () => undefined,
  selectNext: () => undefined,
  onSelected: () => () => undefined,
  peak: (sample) => sample,
  page: () => 0,
  pages: () => 1,
  pageSpan: () => ({ start: 0, end: clock.samples }),
  isPageReadable: () => true,
  readable: () => [],
  turnPage: () => undefined,
  onMoved: () => () => undefined,
  eventsAt: () => [],
};

/** A handle of a recording without signal and without a position. */
export const viewHandle: RecordingHandle = {
  ...selectsNothing,
  goTo: () => undefined,
  show: () => undefined,
  strip: () => ({ start: 0, end: 0 }),
  whenIdle: () => Promise.resolve(),
  small: createSmallStrips({ clock, leads: [] }, () => 0),
  sampling_hz: clock.sampling_hz,
  timeOf: (sample) => `at ${String(sample)}.`,
  leadNames: [],
  dayOf: () => null,
  passings: () => [],
};
