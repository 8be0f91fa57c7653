/** Provides the selected rows of a list. The selection belongs to the query, so another query begins without one. */
import { useCallback, useMemo, useState } from 'react';

export function useRowSelection(queryText: string) {
  const [chosen, setChosen] = useState<{ queryText: string; ids: ReadonlySet<number> }>({
    queryText,
    ids: new Set(),
  });
  const ids = useMemo(
    () => (chosen.queryText === queryText ? chosen.ids : new Set<number>()),
    [chosen, queryText],
  );
  const set = useCallback((next: ReadonlySet<number>) => setChosen({ queryText, ids: next }), [queryText]);
  const toggle = (id: number) =>
    set(ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : new Set([...ids, id]));
  return { ids, set, toggle };
}
