/** A device is a browser on a system, as the browser names itself; a new version of either is no new one. */
type Mark = readonly [name: string, pattern: RegExp];

/** In this order: most browsers name the ones that they descend from as well. */
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

/** A part that is not known is null. */
export function partsOfDevice(user_agent: string): { browser: string | null; system: string | null } {
  return { browser: found(browsers, user_agent), system: found(systems, user_agent) };
}

/** `Chrome, Windows`; a part that is not known is `?`. */
export function deviceOf(user_agent: string): string {
  const { browser, system } = partsOfDevice(user_agent);
  return `${browser ?? '?'}, ${system ?? '?'}`;
}
