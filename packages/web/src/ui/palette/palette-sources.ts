/**
 * Keeps the registry of search sources of the command palette. The shell and the features each add a source; a source
 * answers a query with items, at once or later, and an aborted query is discarded.
 */
import type { ReactNode } from 'react';

export type PaletteItem = {
  id: string;
  title: string;
  /** Shown beside the title in a quieter style: an HN ID, a hospital. */
  note?: string;
  icon?: ReactNode;
  keyName?: string;
  run: () => void;
};

/** In this order: commands of the open page, search results of the server, pages to go to, actions. */
const paletteKinds = ['page', 'records', 'places', 'acts'] as const;

/** `more` is true if there are more items than these; the note says what was not searched. */
type PaletteFindings = {
  readonly items: readonly PaletteItem[];
  readonly more: boolean;
  readonly note?: string | undefined;
};
export type PaletteFound = readonly PaletteItem[] | PaletteFindings;

export type PaletteSource = {
  id: string;
  kind: (typeof paletteKinds)[number];
  /** The heading of its items, in the page's language. */
  title: string;
  search: (query: string, signal: AbortSignal) => PaletteFound | Promise<PaletteFound>;
};

export type PaletteGroup = PaletteFindings & { readonly id: string; readonly title: string };

/** The longest text that the searches of the server take. */
const longestQuery = 80;

/** How long the groups wait for the slowest source; later results are inserted in their place. */
const patienceMs = 300;

let sources: readonly PaletteSource[] = [];

/** Compares by kind, then by name: a group keeps its place, whichever source answered first. */
const before = (a: PaletteSource, b: PaletteSource): number =>
  paletteKinds.indexOf(a.kind) - paletteKinds.indexOf(b.kind) || (a.id < b.id ? -1 : 1);

/** Adds a source; returns the function that removes it. */
export function addPaletteSource(source: PaletteSource): () => void {
  sources = [...sources.filter((each) => each.id !== source.id), source].sort(before);
  return () => {
    sources = sources.filter((each) => each !== source);
  };
}

type Search = {
  readonly query: string;
  readonly signal: AbortSignal;
  /**
   * Called with the groups once all sources have answered; after the waiting time with the groups so far, and again
   * with each later one.
   */
  readonly onGroups: (groups: readonly PaletteGroup[]) => void;
  readonly from?: readonly PaletteSource[];
};

/** Queries every source once; a source that fails is left out, so that the others still answer. */
export async function searchPalette({ query, signal, onGroups, from = sources }: Search): Promise<void> {
  const term = query.slice(0, longestQuery);
  const groups: PaletteGroup[] = from.map(({ id, title }) => ({ id, title, items: [], more: false }));
  const answered = new Set<string>();
  let isLate = false;
  const publish = (): void => {
    if (signal.aborted || (!isLate && answered.size < from.length)) return;
    onGroups(groups.filter(({ items, note }) => items.length > 0 || note !== undefined));
  };
  const timer = setTimeout(() => {
    isLate = true;
    if (answered.size < from.length) publish();
  }, patienceMs);
  const ask = async ({ id, title, search }: PaletteSource, index: number): Promise<void> => {
    try {
      const found = await search(term, signal);
      groups[index] = { id, title, ...('items' in found ? found : { items: found, more: false }) };
    } catch {
      // If one source fails, the others still answer.
    }
    answered.add(id);
    publish();
  };
  await Promise.all(from.map(ask));
  clearTimeout(timer);
  if (from.length === 0) publish();
}

/** Returns the items whose title or note contains the query. */
export const matching = (items: readonly PaletteItem[], query: string): PaletteItem[] =>
  items.filter(({ title, note = '' }) => `${title}\n${note}`.toLowerCase().includes(query.toLowerCase()));

/** Returns the position of a query in a text: `[before, match, after]`, or the whole text as `before`. */
export function markMatch(text: string, query: string): [string, string, string] {
  const at = query === '' ? -1 : text.toLowerCase().indexOf(query.toLowerCase());
  if (at < 0) return [text, '', ''];
  return [text.slice(0, at), text.slice(at, at + query.length), text.slice(at + query.length)];
}
