/**
 * Defines the part of a list's address with which the statistics open the cases behind a figure; the server validates
 * it.
 */
import { outcomes, statisticSteps } from '@rhythmdesk/domain/statistics/steps';
import { z } from 'zod';
import { many } from '../../../platform/address/many.ts';

const date = z.iso.date().optional().catch(undefined);
const moment = z.iso.datetime().optional().catch(undefined);

export const figureSchema = {
  step: z.enum(statisticSteps).optional().catch(undefined),
  step_from: date,
  step_to: date,
  outcome: z.enum(outcomes).optional().catch(undefined),
  arrived: z
    .string()
    .regex(/^[1-7]-(?:[01]\d|2[0-3])$/)
    .optional()
    .catch(undefined),
  waiting_from: moment,
  waiting_until: moment,
  due_from: moment,
  due_until: moment,
  /** The user whose verification is requested. */
  confirmer_id: many(z.coerce.number().int().positive()),
  handed_back: z
    .union([z.boolean(), z.literal('true').transform(() => true), z.literal('false').transform(() => false)])
    .optional()
    .catch(undefined),
};
const shape = z.object(figureSchema);
export type ListFigure = z.output<typeof shape>;

const names = shape.keyof().options;

/** Removes the figure from an address. */
export const noFigure: Readonly<Record<keyof ListFigure, undefined>> = {
  step: undefined,
  step_from: undefined,
  step_to: undefined,
  outcome: undefined,
  arrived: undefined,
  waiting_from: undefined,
  waiting_until: undefined,
  due_from: undefined,
  due_until: undefined,
  handed_back: undefined,
  confirmer_id: undefined,
};

/** Returns whether a figure is set. It has its own bounds: no search period, no default of open cases. */
export function isFigure(figure: ListFigure): boolean {
  const { step, waiting_until, due_until, handed_back, confirmer_id } = figure;
  const figures = [step, waiting_until, due_until, handed_back];
  return confirmer_id.length > 0 || figures.some((value) => value !== undefined);
}

/** Returns the query parameters of the figure; leftovers in an address without a figure are dropped. */
export function figureOf(state: ListFigure): Partial<ListFigure> {
  if (!isFigure(state)) return {};
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = state[name];
      const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
      return isEmpty ? [] : [[name, value]];
    }),
  );
}
