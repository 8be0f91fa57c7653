/** Provides the state of the Changes tab: the list, the selected change, and how to select another. */
import { useEffect, useMemo, useRef } from 'react';
import { useStored } from '../../../../platform/use-stored.ts';
import { useStripPlace } from '../../analysis/strip-place.tsx';
import { useReadingOfPage, useReadingPart } from '../../reading/reading-context.tsx';
import type { ReadingState } from '../../reading/reading-state.ts';
import type { SampleSpan } from '../../../../trace/time/time-scale.ts';
import type { Desk } from '../session/use-desk.ts';
import {
  beatsOf,
  type ChangeGroup,
  changeGroups,
  changeWorkOf,
  placesOf,
  rowAfter,
  withoutAccepted,
} from './change-work.ts';

type ChangeRow = ChangeGroup['rows'][number];

/** Requests the changes from the worker after every edit while the tab is open. */
export function useAskForChanges(desk: Desk): void {
  const session = useReadingOfPage();
  const { shown } = desk;
  const { found } = changeWorkOf(desk);
  useEffect(() => {
    if (session === null || shown === null) return undefined;
    let isHere = true;
    session.queries.changes().then(
      (changes) => {
        if (isHere) found.set(changes);
      },
      // The reading was closed meanwhile; the next reading requests them again.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [session, shown, found]);
}

const none: ReadingState['log'] = [];
const logOf = (reading: ReadingState | null): ReadingState['log'] => reading?.log ?? none;

/** Returns the groups of changes, accepted findings in the last one; null until they are known. */
export function useChangeGroups(desk: Desk): readonly ChangeGroup[] | null {
  const found = useStored(changeWorkOf(desk).found);
  const log = useReadingPart(logOf);
  return useMemo(() => (found === null ? null : changeGroups(found, log)), [found, log]);
}

/** Returns the groups that are listed: accepted findings only once they are unfolded. */
export function useListedGroups(desk: Desk): readonly ChangeGroup[] | null {
  const groups = useChangeGroups(desk);
  const unfolded = useStored(changeWorkOf(desk).unfolded);
  return groups === null || unfolded ? groups : withoutAccepted(groups);
}

export const groupRead = (groups: readonly ChangeGroup[], key: string | null): ChangeGroup | undefined =>
  groups.find(({ rows }) => rows.some((row) => row.key === key)) ?? groups[0];

/** Returns the selected change; null if none is selected. */
export function useRowRead(desk: Desk): ChangeRow | null {
  const groups = useChangeGroups(desk);
  const current = useStored(changeWorkOf(desk).current);
  const rows = (groups ?? []).flatMap((group) => group.rows);
  return rows.find(({ key }) => key === current) ?? null;
}

/** Returns the place of the selected change; null if none is selected. */
export const useChangeRead = (desk: Desk): SampleSpan | null => useRowRead(desk)?.span ?? null;

/** Shows a change on the strip and selects its beat. */
export function useOpenChange(desk: Desk): (row: ChangeRow | undefined, place?: number) => void {
  const { current } = changeWorkOf(desk);
  const { view } = desk;
  const strip = useStripPlace();
  return (row, place = 0) => {
    const span = row === undefined ? undefined : placesOf(row)[place];
    if (row === undefined || span === undefined) return;
    current.set(row.key);
    strip.showSpan(span);
    view?.select(beatsOf(row.change).length === 0 ? null : { anchor: span.start, focus: span.start });
  };
}

export type ChangeSteps = {
  readonly step: (by: -1 | 1) => void;
  /** Shows the previous or next beat of the selected change. */
  readonly stepBeat: (by: -1 | 1) => void;
};

export function useChangeSteps(desk: Desk, groups: readonly ChangeGroup[]): ChangeSteps {
  const open = useOpenChange(desk);
  const at = useRef({ key: '', place: 0 });
  const { current } = changeWorkOf(desk);
  return {
    step: (by) => open(rowAfter(groups, current.get(), by)),
    stepBeat: (by) => {
      const key = current.get();
      const row = groups.flatMap(({ rows }) => rows).find((one) => one.key === key);
      if (row === undefined) return;
      const before = at.current.key === row.key ? at.current.place : 0;
      const place = Math.min(placesOf(row).length - 1, Math.max(0, before + by));
      at.current = { key: row.key, place };
      open(row, place);
    },
  };
}
