/** Groups the findings by kind, each with its places, for the recording view; unreadable stretches are not findings. */
import { useMemo } from 'react';
import { useStored } from '../../../platform/use-stored.ts';
import type { ActiveFinding, FindingGroup } from '../../../trace/signal/findings.ts';
import { findingTokens } from './finding-colours.ts';
import type { FindingKind, FindingRow } from './finding-rows.ts';
import { useStripPlace } from './strip-place.tsx';
import { useFindingName } from './use-finding-name.ts';

function isRead({ kind, places }: FindingRow): boolean {
  return kind !== 'noise' && kind !== 'no_signal' && kind !== 'sinus' && places.starts.length > 0;
}

export function useFindingGroups(rows: readonly FindingRow[]): FindingGroup<FindingKind>[] {
  const nameOf = useFindingName();
  return useMemo(
    () =>
      rows.filter(isRead).map(({ kind, count, places }) => ({
        kind,
        name: nameOf(kind),
        token: findingTokens[kind],
        count,
        places,
      })),
    [rows, nameOf],
  );
}

/** Returns the selected kind; until one is chosen, the first by rank. */
export function useActiveFinding(rows: readonly FindingRow[]): ActiveFinding {
  const { active } = useStripPlace();
  const chosen = useStored(active);
  const read = rows.filter(isRead);
  const row = read.find(({ kind }) => kind === chosen.kind);
  if (row !== undefined) return chosen.index < row.places.starts.length ? chosen : { ...chosen, index: -1 };
  return { kind: read[0]?.kind ?? null, index: -1 };
}
