/** Defines the state of the ledger as stored in its address, and the queries made from it. */
import { isCalendarDate } from '@rhythmdesk/domain/kit/calendar';
import type { LedgerFigure } from '@rhythmdesk/domain/integration/ledger';
import { z } from 'zod';
import { many } from '../../../platform/address/many.ts';
import { lastDays, type Period } from '../../../ui/list/period.ts';

const day = z.string().refine(isCalendarDate).optional().catch(undefined);

export const ledgerSchema = z.object({
  from: day,
  to: day,
  hospital: many(z.coerce.number().int().positive()),
  page: z.coerce.number().int().positive().catch(1),
});
export type LedgerState = z.output<typeof ledgerSchema>;

const usualDays = 7;

export function ledgerPeriodOf({ from, to }: Pick<LedgerState, 'from' | 'to'>, today: string): Period {
  return from === undefined || to === undefined ? lastDays(today, usualDays) : { from, to };
}

/** Days and institutions whose entries are counted or listed. */
export type LedgerRange = { readonly from_time: string; readonly to_time: string; hospital_id?: number[] };

export function ledgerRangeOf(state: LedgerState, today: string): LedgerRange {
  const { from, to } = ledgerPeriodOf(state, today);
  const range = { from_time: from, to_time: to };
  return state.hospital.length === 0 ? range : { ...range, hospital_id: state.hospital };
}

/** A number that was pressed: what it counts, and where. */
export type PressedFigure = { readonly range: LedgerRange; readonly figures: readonly LedgerFigure[] };
export type OnFigure = (pressed: PressedFigure) => void;
