/**
 * Reads and writes the query of an address as plain names and values: `?status=ready&status=request&page=2`. A repeated
 * name is an array. Values are not guessed to be numbers or JSON; each page's own schema defines their types.
 */
type QueryValues = Readonly<Record<string, string | string[]>>;

export function parseQuery(text: string): QueryValues {
  const query = new URLSearchParams(text);
  const values: Record<string, string | string[]> = {};
  for (const name of new Set(query.keys())) {
    const all = query.getAll(name);
    values[name] = all.length === 1 ? (all[0] ?? '') : all;
  }
  return values;
}

/** Empty values (`''`, null, undefined, empty array) are left out, so that an address contains only what differs. */
export function writeQuery(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') query.append(name, String(item));
    }
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
