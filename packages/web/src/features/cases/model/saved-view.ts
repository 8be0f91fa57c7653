/**
 * Describes the contents of a saved view: the list's part of the address, without the page number and parts about other
 * things (the institution of the page). Two addresses that show the same list have the same text.
 */
import { listStateSchema } from './list-state.ts';

const names = Object.keys(listStateSchema.shape).filter((name) => name !== 'page');

/** `search`: an address's query, with or without its question mark. */
export function viewText(search: string): string {
  const all = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) {
    for (const value of all.getAll(name).toSorted((a, b) => (a < b ? -1 : 1))) kept.append(name, value);
  }
  return kept.toString();
}

/** Returns the changes of the address that show the view: everything that the view does not name is removed. */
export function changeToView(search: string): Readonly<Record<string, unknown>> {
  const params = new URLSearchParams(search);
  const valueOf = (name: string): unknown => {
    const values = params.getAll(name);
    return values.length > 1 ? values : values[0];
  };
  const change: Record<string, unknown> = { page: undefined };
  for (const name of names) change[name] = valueOf(name);
  return change;
}
