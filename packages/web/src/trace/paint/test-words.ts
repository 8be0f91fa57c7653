/** Provides the texts of a scene for tests that check lines and not letters. */
export const noWords = {
  railLabel: '',
  noSignal: '',
  af: '',
  afl: '',
  events: '',
  lanes: {},
  max: '',
  mean: '',
  min: '',
  event: ({ note }: { note: string }) => note,
  caliper: String,
  speed: String,
  gain: String,
  printed: () => [],
  notice: null,
};
