/** The rows of a list that are selected: those of this query, so that another one begins with none. */
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
