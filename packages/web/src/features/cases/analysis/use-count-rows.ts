/**
 * Counts how often each kind was found in one or two analyses, as rows of a table; kinds without findings are left out.
 */
import { rhythmKeys } from '@rhythmdesk/ecg/labels/rhythm-labels';
import type { FoundKind } from '@rhythmdesk/ecg/rhythm/count-findings';
import { useFormat } from '../../../platform/texts/use-format.ts';
import type { CountRow } from './count-table.tsx';
import { useFindingName } from './use-finding-name.ts';

type Found = readonly Pick<FoundKind, 'kind' | 'count'>[];

/** Stretches without a readable signal depend on the signal alone. */
const untouched = new Set<string>(['noise', 'no_signal', 'sinus']);

export function useCountRows(): (lists: readonly Found[]) => CountRow[] {
  const format = useFormat();
  const nameOf = useFindingName();
  const countOf = (list: Found, kind: string) => list.find((one) => one.kind === kind)?.count ?? 0;
  return (lists) =>
    rhythmKeys
      .filter((kind) => !untouched.has(kind) && lists.some((list) => countOf(list, kind) > 0))
      .map((kind) => ({
        key: kind,
        name: nameOf(kind),
        values: lists.map((list) => format.number(countOf(list, kind))),
      }));
}
