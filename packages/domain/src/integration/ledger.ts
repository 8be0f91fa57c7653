/**
 * Defines the ledger: what an institution and its center must account for on each day. Every thing of a side (an order
 * message, a case, a released result, a message that was sent, a critical finding) belongs to exactly one figure.
 *
 * Invariant: the total of a side equals the sum of its figures. The total is counted without the figures.
 */
import type { RoleKey } from '../people/roles.ts';

export const ledgerSides = ['orders', 'cases', 'results', 'messages', 'critical'] as const;
export type LedgerSide = (typeof ledgerSides)[number];

/** The figures of each side. */
export const ledgerParts = {
  orders: ['order-made', 'order-joined', 'order-known', 'order-refused', 'order-lost'],
  cases: ['case-ordered', 'case-other'],
  results: [
    'result-acknowledged',
    'result-waiting',
    'result-refused',
    'result-dead',
    'result-missing',
    'result-alone',
  ],
  messages: ['message-acknowledged', 'message-waiting', 'message-refused', 'message-dead'],
  critical: ['critical-acknowledged', 'critical-open', 'critical-rejected', 'critical-withdrawn'],
} as const satisfies Record<LedgerSide, readonly string[]>;
export type LedgerFigure = (typeof ledgerParts)[LedgerSide][number];

export const ledgerFigures = [
  ...ledgerParts.orders,
  ...ledgerParts.cases,
  ...ledgerParts.results,
  ...ledgerParts.messages,
  ...ledgerParts.critical,
] as const;

/** What somebody has to act on, the most urgent first. */
export const openFigures = [
  'critical-open',
  'result-missing',
  'result-refused',
  'result-dead',
  'result-waiting',
  'order-lost',
  'order-refused',
] as const satisfies readonly LedgerFigure[];

export type LedgerCounts = Readonly<Record<LedgerSide | LedgerFigure, number>>;

/** Returns the sides whose total differs from the sum of their figures. */
export const unbalancedSides = (counts: LedgerCounts): LedgerSide[] =>
  ledgerSides.filter(
    (side) => counts[side] !== ledgerParts[side].reduce((sum, figure) => sum + counts[figure], 0),
  );

export const openOf = (counts: LedgerCounts): number =>
  openFigures.reduce((sum, figure) => sum + counts[figure], 0);

/** These totals of a day that is over never change: what happened that day has happened. */
export const closedSides = [
  'orders',
  'cases',
  'results',
  'critical',
] as const satisfies readonly LedgerSide[];

/** The longest period that is counted at once, in days. */
export const longestLedgerDays = 92;

/** Who may be mailed about each day: who answers for an institution, and for its center. */
export const ledgerMailRoles = ['MANAGER', 'CENTER'] as const satisfies readonly RoleKey[];
