/**
 * Parses key names (`Ctrl+K`, `?`, `J`, `PgUp`) and decides whether a key press matches one.
 *
 * Invariants: a letter is matched without case; a sign (`?`, `+`) is matched by the typed character, on any keyboard
 * and also with AltGr; Ctrl also means ⌘. A key that types no Latin letter and no ASCII sign (Hangul, kana, Cyrillic)
 * counts as the key at the same place of a US keyboard. A full-width character counts as its narrow one. A key of the
 * digit row that types no digit without Shift (AZERTY) also counts as its digit. A combination without Ctrl or Alt that
 * is one character is a single-letter key (WCAG 2.1.4): it is off in fields and can be switched off.
 */
export type KeyPress = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  /** The physical position of the key on the keyboard. */
  code?: string;
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

/** Splits `Ctrl+Shift+K` into its parts. Results are cached, because every press is compared with every key. */
export function comboOf(written: string): Combo {
  const known = read.get(written);
  if (known !== undefined) return known;
  const combo = readCombo(written);
  read.set(written, combo);
  return combo;
}

/** The last part is the key, also if it is `+` itself. */
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

/** The US key for each physical position. */
const places: Readonly<Record<string, string>> = {
  Comma: ',',
  Period: '.',
  Slash: '/',
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
};
const shifted: Readonly<Record<string, string>> = {
  '/': '?',
  '=': '+',
  '[': '{',
  ']': '}',
};

function placeOf({ code = '', shiftKey }: KeyPress): string {
  const named = /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? places[code] ?? '';
  return (shiftKey ? shifted[named] : undefined) ?? named;
}

/**
 * Returns the keys that a press may mean: the typed character, and if that is not Latin, the US key in its position.
 */
function keysOf(press: KeyPress): readonly string[] {
  const { key, code = '', shiftKey } = press;
  if (key !== 'Process' && Array.from(key).length !== 1) return [key];
  const typed = key === 'Process' ? '' : key.normalize('NFKC');
  if (typed === '' || !/^[\u0020-\u007e\p{Script=Latin}]$/u.test(typed)) return [placeOf(press)];
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  return digit === undefined || shiftKey || /^\d$/.test(typed) ? [typed] : [typed, digit];
}

/** A sign may itself be typed with AltGr, which a browser reports as Ctrl and Alt. */
const isTypedSign = ({ key, ctrlKey, altKey, metaKey }: KeyPress): boolean =>
  ctrlKey && altKey && !metaKey && /^[^\p{L}\p{N}]$/u.test(key);

export function pressMatches(written: string, press: KeyPress): boolean {
  const combo = comboOf(written);
  const isTyped = isTypedSign(press);
  const ctrl = !isTyped && (press.ctrlKey || press.metaKey);
  if (combo.ctrl !== ctrl || combo.alt !== (press.altKey && !isTyped)) return false;
  if (!keysOf(press).some((key) => key.toLowerCase() === combo.key.toLowerCase())) return false;
  const shiftMatters = isLetter(combo.key) || Array.from(combo.key).length > 1 || combo.key === ' ';
  return !shiftMatters || combo.shift === press.shiftKey;
}

const caps: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(names).map(([written, key]) => [key, written]),
);

type ComposedPress = {
  readonly key: string;
  readonly isComposing?: boolean;
  readonly keyCode?: number;
};

/**
 * Returns whether an input method handles the press. Safari ends the composition before the press that ends it, which
 * then only has the key code of a composition; `Process` is a press that an input method takes outside a field.
 */
export const isComposition = ({ key, isComposing = false, keyCode }: ComposedPress): boolean =>
  isComposing || (keyCode === 229 && ['Enter', 'Escape', 'Tab'].includes(key));

/** Returns whether the press is a modifier by itself, which is pressed on the way to a combination. */
export const isModifier = ({ key }: KeyPress): boolean =>
  ['Control', 'Shift', 'Alt', 'AltGraph', 'Meta'].includes(key);

/**
 * Returns the name of a press; null if it is not a key by itself: a modifier, a dead key, a character being composed.
 */
export function writtenOf(press: KeyPress): string | null {
  const { ctrlKey, metaKey, altKey, shiftKey } = press;
  const [key = ''] = keysOf(press);
  if (isModifier(press) || ['', 'Dead', 'Process', 'Unidentified'].includes(key)) return null;
  const isSign = Array.from(key).length === 1 && !isLetter(key) && key !== ' ';
  // A sign is the typed character: neither Shift nor AltGr, which a browser reports as Ctrl and Alt, is part of its
  // name.
  const typed = isSign && ctrlKey && altKey;
  const held = [
    ...((ctrlKey || metaKey) && !typed ? ['Ctrl'] : []),
    ...(altKey && !typed ? ['Alt'] : []),
    ...(shiftKey && !isSign ? ['Shift'] : []),
  ];
  return [...held, caps[key] ?? (isLetter(key) ? key.toUpperCase() : key)].join('+');
}
