/**
 * Keys as they are written (`Ctrl+K`, `?`, `J`, `PgUp`) and whether a key press is that one.
 *
 * Laws: a letter is matched without case and without Shift; a sign (`?`, `+`) by what is typed, on any keyboard;
 * Ctrl also means ⌘. A combination without Ctrl or Alt that is one character is a single-letter key (WCAG 2.1.4):
 * it is off in fields and can be switched off.
 */
export type KeyPress = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
};

const names: Readonly<Record<string, string>> = {
  Esc: 'Escape',
  Del: 'Delete',
  Ins: 'Insert',
  Space: ' ',
  '⏎': 'Enter',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  PgUp: 'PageUp',
  PgDn: 'PageDown',
  '−': '-',
};

type Combo = {
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly key: string;
};

const read = new Map<string, Combo>();

/** `Ctrl+Shift+K` → its parts; each way of writing is read once, since every press is compared with every key. */
export function comboOf(written: string): Combo {
  const known = read.get(written);
  if (known !== undefined) return known;
  const combo = readCombo(written);
  read.set(written, combo);
  return combo;
}

/** The last part is the key, also when it is `+` itself. */
function readCombo(written: string): Combo {
  const parts = written === '+' ? ['+'] : written.split('+');
  const key = parts.at(-1) ?? '';
  const held = new Set(parts.slice(0, -1));
  return { ctrl: held.has('Ctrl'), alt: held.has('Alt'), shift: held.has('Shift'), key: names[key] ?? key };
}

export function isSingleLetter(written: string): boolean {
  const combo = comboOf(written);
  return !combo.ctrl && !combo.alt && Array.from(combo.key).length === 1;
}

const isLetter = (key: string): boolean => /^\p{L}$/u.test(key);

export function pressMatches(written: string, press: KeyPress): boolean {
  const combo = comboOf(written);
  if (combo.ctrl !== (press.ctrlKey || press.metaKey) || combo.alt !== press.altKey) return false;
  if (combo.key.toLowerCase() !== press.key.toLowerCase()) return false;
  const shiftMatters = isLetter(combo.key) || Array.from(combo.key).length > 1 || combo.key === ' ';
  return !shiftMatters || combo.shift === press.shiftKey;
}

const caps: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(names).map(([written, key]) => [key, written]),
);

/** How a press is written; null for what is no key by itself: a modifier, a dead key, a character being composed. */
export function writtenOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | null {
  if (['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'Dead', 'Process', 'Unidentified'].includes(key))
    return null;
  const isSign = Array.from(key).length === 1 && !isLetter(key) && key !== ' ';
  // A sign is what is typed: neither Shift nor AltGr, which a browser tells as Ctrl and Alt, belongs to it.
  const typed = isSign && ctrlKey && altKey;
  const held = [
    ...((ctrlKey || metaKey) && !typed ? ['Ctrl'] : []),
    ...(altKey && !typed ? ['Alt'] : []),
    ...(shiftKey && !isSign ? ['Shift'] : []),
  ];
  return [...held, caps[key] ?? (isLetter(key) ? key.toUpperCase() : key)].join('+');
}

/** The press that a written key stands for. */
export function pressOf(written: string): KeyPress {
  const { ctrl, alt, shift, key } = comboOf(written);
  const typed = isLetter(key) && !shift ? key.toLowerCase() : key;
  return { key: typed, ctrlKey: ctrl, metaKey: false, altKey: alt, shiftKey: shift };
}
