/**
 * JSON as a request may send it: valid UTF-8, one object, no key twice, no key that reaches a prototype, no text that the
 * database cannot hold.
 * `JSON.parse` keeps the last of two equal keys and so hides what a proxy or a log may have read differently.
 *
 * `JSON.parse` judges the grammar; the scan afterwards only walks strings, braces and brackets of text that is
 * known to be valid.
 */
const decoder = new TextDecoder('utf-8', { fatal: true });
const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const depthLimit = 32;

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The index after the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at += 1;
  return text[at] === ':';
}

/** Valid JSON text whose keys are unique and harmless and whose nesting is bounded. */
function hasCleanKeys(text: string): boolean {
  const open: Set<string>[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (isKey(text, end) && !admit(open.at(-1), text.slice(at, end))) return false;
      at = end;
      continue;
    }
    if (character === '{' || character === '[') open.push(new Set());
    if (character === '}' || character === ']') open.pop();
    if (open.length > depthLimit) return false;
    at += 1;
  }
  return true;
}

function admit(keys: Set<string> | undefined, quoted: string): boolean {
  const key: unknown = JSON.parse(quoted);
  if (keys === undefined || typeof key !== 'string' || keys.has(key) || forbiddenKeys.has(key)) return false;
  keys.add(key);
  return true;
}

/** What PostgreSQL's text cannot hold: a NUL, and half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** In valid JSON of valid UTF-8 neither can stand but as an escape. */
const mayBeUnstorable = /\\u(?:0000|d[89a-f])/i;

function holdsStorableText(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && holdsStorableText(inner));
}

/** The object in the body, or `null` when the body is anything else. No body at all is the empty object. */
export function parseStrictJson(body: Uint8Array): JsonObject | null {
  if (body.byteLength === 0) return {};
  try {
    const text = decoder.decode(body);
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || !hasCleanKeys(text)) return null;
    return !mayBeUnstorable.test(text) || holdsStorableText(value) ? value : null;
  } catch {
    return null;
  }
}
