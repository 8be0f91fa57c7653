/**
 * Derives the device of a session from its user agent. A device is a browser on an operating system; a new version of
 * either is the same device.
 */
type Mark = readonly [name: string, pattern: RegExp];

/** The order matters: most browsers also name the browsers that they descend from. */
const browsers: readonly Mark[] = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Opera', /\bOPR\//],
  ['Whale', /\bWhale\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];
const systems: readonly Mark[] = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const found = (marks: readonly Mark[], text: string): string | null =>
  marks.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** Returns the browser and the system; an unknown part is null. */
export function partsOfDevice(user_agent: string): { browser: string | null; system: string | null } {
  return { browser: found(browsers, user_agent), system: found(systems, user_agent) };
}

/** Returns the device as text, such as `Chrome, Windows`; an unknown part is `?`. */
export function deviceOf(user_agent: string): string {
  const { browser, system } = partsOfDevice(user_agent);
  return `${browser ?? '?'}, ${system ?? '?'}`;
}
