/**
 * Defines branded types, which prevent one kind of identifier from being passed as another. Only a brand's rule creates
 * its values: `of` checks the shape and throws if it does not match, `is` checks without throwing. Row ids are positive
 * integers. A branded value is still a number or a string and is accepted wherever a plain one is.
 */
declare const brand: unique symbol;

type Brand<Base extends string | number, Name extends string> = Base & { readonly [brand]: Name };

export type LoginId = Brand<string, 'LoginId'>;
export type HnId = Brand<string, 'HnId'>;
export type CalendarDate = Brand<string, 'CalendarDate'>;
export type CalendarMonth = Brand<string, 'CalendarMonth'>;

export interface BrandRule<Base extends string | number, Name extends string> {
  readonly is: (value: Base) => value is Brand<Base, Name>;
  readonly of: (value: Base) => Brand<Base, Name>;
}

/** Creates a brand for all values that `accepts` returns true for. */
export function brandOf<Base extends string | number, const Name extends string>(
  name: Name,
  accepts: (value: Base) => boolean,
): BrandRule<Base, Name> {
  const is = (value: Base): value is Brand<Base, Name> => accepts(value);
  const of = (value: Base): Brand<Base, Name> => {
    if (is(value)) return value;
    throw new Error(`not a ${name}`);
  };
  return { is, of };
}

export const isRowId = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

export const caseId = brandOf('CaseId', isRowId).of;
