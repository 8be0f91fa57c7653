/** Checks one key or text. The functions are pure, so that the check itself can be tested. */
import type { Language } from '@rhythmdesk/domain/kit/languages';

/** Returns a key without its plural ending: `notifications.unread_one` → `notifications.unread`. */
export function plainKey(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}

/** Returns the names in `{{…}}`, sorted, each once. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*([a-z_]+)\s*\}\}/gi)].map((match) => match[1] ?? ''))].sort();
}

export function pluralFormsOf(language: Language): string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
}

/**
 * Returns a function that tells whether the source uses a key: either the whole key in quotes, or a template whose
 * fixed parts match the key and contain at least one of its words: `status.${status}` uses `status.ready`, a bare
 * `${key}` uses nothing.
 */
export function namesIn(source: string): (key: string) => boolean {
  // A quote that ends one name may start the next one.
  const quoted = new Set([...source.matchAll(/(?<=(['"]))[a-zA-Z0-9._-]+(?=\1)/g)].map(([name]) => name));
  const templates = templatesIn(source);
  return (key) => quoted.has(key) || templates.some((template) => template.test(key));
}

function templatesIn(source: string): readonly RegExp[] {
  const found = source.matchAll(/`((?:[a-zA-Z0-9._-]|\$\{[^`{}]*\})+)`/g);
  const shapes = new Set([...found].map((match) => match[1] ?? '').filter((text) => text.includes('${')));
  return [...shapes]
    .filter((shape) => /[a-zA-Z]{2}/.test(shape.replaceAll(/\$\{[^}]*\}/g, '')))
    .map(patternOf);
}

function patternOf(shape: string): RegExp {
  const fixed = shape.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.-]/g, '\\$&'));
  return new RegExp(`^${fixed.join('[A-Za-z0-9_.-]+')}$`);
}
