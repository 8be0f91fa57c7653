/** Defines the layout of a page of the page scan, and how fast pages turn automatically. */
import { useMemo } from 'react';
import { createStore } from '../../../../platform/store.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import type { PageShape } from '../../../../trace/panels/page-shape.ts';
import { toolState } from '../session/tool-state.ts';
import type { Desk } from '../session/use-desk.ts';

export const pageMinutes = [1, 2, 5, 10, 15, 30, 60] as const;
export type PageMinutes = (typeof pageMinutes)[number];

/** Line lengths that give 12 to 30 lines on a page, and 6 on the shortest page. */
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

/** Seconds for which a page is shown while pages turn automatically. */
const paces = [2, 3, 5, 8, 12, 20, 30] as const;
type Pace = (typeof paces)[number];

export type Scan = { readonly minutes: PageMinutes; readonly pace: Pace; readonly turns: boolean };
export const firstScan: Scan = { minutes: 10, pace: 8, turns: false };

export const scanOf = toolState(() => createStore(firstScan));

/** Returns the shape of the page while the page scan is open, otherwise undefined. */
export function useScannedPage(desk: Pick<Desk, 'identity'>, isScanned: boolean): PageShape | undefined {
  const minutes = useStored(scanOf(desk), (scan) => scan.minutes);
  return useMemo(() => (isScanned ? pageShape(minutes) : undefined), [isScanned, minutes]);
}

export type ScanCommand =
  /** `finding`: a key that steps through findings in other tabs; it only shows a message here. */
  | { readonly kind: 'seen' | 'turn' | 'finding' }
  /** 1 is faster. */
  | { readonly kind: 'pace'; readonly by: -1 | 1 }
  /** 1 shows more minutes on a page. */
  | { readonly kind: 'minutes'; readonly by: -1 | 1 };

function beside<T>(all: readonly T[], now: T, by: number): T {
  return all[Math.min(all.length - 1, Math.max(0, all.indexOf(now) + by))] ?? now;
}

/** Returns the settings of the scan after a key that changes them. */
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
