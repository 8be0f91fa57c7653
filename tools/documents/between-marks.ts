/** Replaces the generated part of a page that people write: the lines between two HTML comments. */

const begin = (name: string): string => `<!-- ${name}: made by npm run docs -->`;
const end = (name: string): string => `<!-- /${name} -->`;

/** Returns the page with its part replaced, or undefined if it has no such marks. */
export function putBetweenMarks(page: string, name: string, part: string): string | undefined {
  const from = page.indexOf(begin(name));
  const to = page.indexOf(end(name), from);
  if (from === -1 || to === -1) return undefined;
  return `${page.slice(0, from)}${begin(name)}\n\n${part.trim()}\n\n${page.slice(to)}`;
}
