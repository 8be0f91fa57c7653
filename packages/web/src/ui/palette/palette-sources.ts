/**
 * Where the command palette finds things. The shell and the features each add a source; a source answers a query
 * with items, at once or later, and an aborted query is forgotten.
 */
import type { ReactNode } from 'react';

export type PaletteItem = {
  id: string;
  title: string;
  /** Beside the title, quieter: an HN ID, a hospital. */
  note?: string;
  icon?: ReactNode;
  keyName?: string;
  run: () => void;
};

export type PaletteSource = {
  id: string;
  /** The heading of its items, in the page's language. */
  title: string;
  /** Stands before the others: what the open page itself offers. */
  first?: boolean;
  search: (query: string, signal: AbortSignal) => readonly PaletteItem[] | Promise<readonly PaletteItem[]>;
};

export type PaletteGroup = { id: string; title: string; items: readonly PaletteItem[] };

let sources: readonly PaletteSource[] = [];

/** Adds a source; the answer takes it away. */
export function addPaletteSource(source: PaletteSource): () => void {
  const others = sources.filter((each) => each.id !== source.id);
  sources = source.first === true ? [source, ...others] : [...others, source];
  return () => {
    sources = sources.filter((each) => each !== source);
  };
}

/** Asks every source; one that fails is left out, so that the others still answer. */
export async function searchPalette(
  query: string,
  signal: AbortSignal,
  from: readonly PaletteSource[] = sources,
): Promise<PaletteGroup[]> {
  const groups = await Promise.all(
    from.map(async ({ id, title, search }) => {
      try {
        return { id, title, items: await search(query, signal) };
      } catch {
        return { id, title, items: [] };
      }
    }),
  );
  return groups.filter((group) => group.items.length > 0);
}

/** Where a query stands in a text: `[before, match, after]`, or the whole text before. */
export function markMatch(text: string, query: string): [string, string, string] {
  const at = query === '' ? -1 : text.toLowerCase().indexOf(query.toLowerCase());
  if (at < 0) return [text, '', ''];
  return [text.slice(0, at), text.slice(at, at + query.length), text.slice(at + query.length)];
}
