/** How the page scan lays out a page, and how fast its pages turn by themselves. */
import { useMemo } from 'react';
import { createStore } from '../../../../platform/store.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import type { PageShape } from '../../../../trace/panels/page-shape.ts';
import { toolState } from '../session/tool-state.ts';
import type { Desk } from '../session/use-desk.ts';

export const pageMinutes = [1, 2, 5, 10, 15, 30, 60] as const;
export type PageMinutes = (typeof pageMinutes)[number];

/** Lines as long as leave twelve to thirty of them on a page, six on the shortest. */
const lineMs = {
  1: 10_000,
  2: 10_000,
  5: 15_000,
  10: 30_000,
  15: 30_000,
  30: 60_000,
  60: 120_000,
} as const satisfies Record<PageMinutes, number>;

export const pageShape = (minutes: PageMinutes): PageShape => ({
  lineMs: lineMs[minutes],
  lines: (minutes * 60_000) / lineMs[minutes],
});

/** Seconds that a page stands while pages turn by themselves. */
const paces = [2, 3, 5, 8, 12, 20, 30] as const;
type Pace = (typeof paces)[number];

export type Scan = { readonly minutes: PageMinutes; readonly pace: Pace; readonly turns: boolean };
export const firstScan: Scan = { minutes: 10, pace: 8, turns: false };

export const scanOf = toolState(() => createStore(firstScan));

/** The page that the recording draws while it is scanned; else undefined. */
export function useScannedPage(desk: Pick<Desk, 'identity'>, isScanned: boolean): PageShape | undefined {
  const minutes = useStored(scanOf(desk), (scan) => scan.minutes);
  return useMemo(() => (isScanned ? pageShape(minutes) : undefined), [isScanned, minutes]);
}

export type ScanCommand =
  /** `finding`: a key that steps through findings elsewhere; none is read here. */
  | { readonly kind: 'seen' | 'turn' | 'finding' }
  /** 1: faster. */
  | { readonly kind: 'pace'; readonly by: -1 | 1 }
  /** 1: more minutes a page. */
  | { readonly kind: 'minutes'; readonly by: -1 | 1 };

function beside<T>(all: readonly T[], now: T, by: number): T {
  return all[Math.min(all.length - 1, Math.max(0, all.indexOf(now) + by))] ?? now;
}

/** The scan after a key that changes how it goes. */
export function scanAfter(scan: Scan, command: ScanCommand): Scan {
  switch (command.kind) {
    case 'seen':
    case 'finding':
      return scan;
    case 'turn':
      return { ...scan, turns: !scan.turns };
    case 'pace':
      return { ...scan, pace: beside(paces, scan.pace, -command.by) };
    case 'minutes':
      return { ...scan, minutes: beside(pageMinutes, scan.minutes, command.by) };
  }
}
