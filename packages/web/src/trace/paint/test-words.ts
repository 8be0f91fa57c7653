/** A scene's words for tests that look at lines and not at letters. */
export const noWords = {
  railLabel: '',
  noSignal: '',
  af: '',
  events: '',
  max: '',
  mean: '',
  min: '',
  caliper: String,
  speed: String,
  gain: String,
  printed: () => [],
  notice: null,
};
