/**
 * Stores a page's filters, sort and page number in its address, so that the back button restores them.
 *
 * The schema reads the address (unknown or invalid values fall back to its defaults through `.catch`). `change` writes
 * the given names, removes those set to undefined and, unless `push` is requested, replaces the history entry, so that
 * typing in a filter does not add entries.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { z } from 'zod';

export type QueryChange = (values: Readonly<Record<string, unknown>>, how?: 'replace' | 'push') => void;

export function useQueryState<Schema extends z.ZodType>(schema: Schema): [z.output<Schema>, QueryChange] {
  const written: unknown = useSearch({ strict: false });
  const navigate = useNavigate();
  const values = useMemo(() => schema.parse(written), [schema, written]);
  const change = useCallback<QueryChange>(
    (next, how = 'replace') => {
      void navigate({
        to: '.',
        search: (before: Readonly<Record<string, unknown>>) => ({ ...before, ...next }),
        replace: how === 'replace',
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [values, change];
}
