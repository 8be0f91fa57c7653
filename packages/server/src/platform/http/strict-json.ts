/**
 * Parses JSON bodies strictly: valid UTF-8, one object, no duplicate key, no key that reaches a prototype, no text that
 * the database cannot store. `JSON.parse` keeps the last of two equal keys, which a proxy or a log may have read
 * differently.
 *
 * `JSON.parse` checks the grammar. The scan afterwards only walks the strings, braces and brackets of text that is
 * known to be valid.
 */
const decoder = new TextDecoder('utf-8', { fatal: true });
const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const depthLimit = 32;

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the index after the string that opens at `start`. */
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

/** Checks valid JSON text: keys are unique and harmless, and the nesting is limited. */
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

/** Checks whether PostgreSQL can store the text: no NUL and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** In valid JSON of valid UTF-8, both occur only as an escape. */
const mayBeUnstorable = /\\u(?:0000|d[89a-f])/i;

function holdsStorableText(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && holdsStorableText(inner));
}

/** Returns the object in the body, or `null` if the body is anything else. An empty body is the empty object. */
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
