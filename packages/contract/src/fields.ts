/** Defines field types that many routes share. Query values arrive as text, so each type converts its own. */
import { zoneName } from '@rhythmdesk/domain/kit/zone-name';
import { z } from 'zod';

const numeral = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number),
]);

/** The largest number of the database's `integer`, the type of versions and counts. */
export const largestInteger = 2_147_483_647;

/**
 * Accepts a whole number, as JSON number or as digits in a path or query. Unlike `z.coerce` it accepts no list, boolean
 * or blank.
 */
export const whole = (min: number, max: number = largestInteger) =>
  numeral.pipe(z.number().int().min(min).max(max));

/** A row id: a positive integer, `bigint` in the database. */
export const rowId = whole(1, Number.MAX_SAFE_INTEGER);

/**
 * Accepts the plausible years for dates of a person, a recording or a search. A date outside is a typing error or an
 * attack.
 */
const isPlausibleYear = (date: string): boolean => date >= '1850' && date < '2200';

/** An instant: ISO 8601 in UTC, such as `2026-11-20T14:03:00.000Z`. */
export const instant = z.iso.datetime().refine(isPlausibleYear);

/** When a certificate begins or ends to be valid: in any year, because one without an end has the year 9999. */
export const certificateInstant = z.iso.datetime();

/** A calendar date, `YYYY-MM-DD`. */
export const calendarDate = z.iso.date().refine(isPlausibleYear);

/** Invisible characters that change the text direction, which can make a text look like another. */
const bidirectional = /[\u202a-\u202e\u2066-\u2069]/u;
const isPlain = (value: string): boolean =>
  value.isWellFormed() && !value.includes('\0') && !bidirectional.test(value);

/**
 * Accepts text of 1 to `max` characters, trimmed, that the database can store and that has no misleading characters. It
 * is stored in one Unicode form (NFC): the same name from another system has other code points.
 */
export const text = (max: number) => z.string().normalize('NFC').trim().min(1).max(max).refine(isPlain);

/** Accepts the same as `text`, but empty means absent. */
export const optionalText = (max: number) => z.string().normalize('NFC').trim().max(max).refine(isPlain);

/**
 * Accepts the same as `optionalText`, but keeps each code point, and white space at the start, because another field
 * counts positions in it.
 */
export const positionedText = (max: number) =>
  z
    .string()
    .overwrite((value) => value.trimEnd())
    .max(max)
    .refine(isPlain);

/** Accepts a file name: `text` on one line, without control characters. */
export const fileName = (max: number) => text(max).refine((value) => !/\p{Cc}/u.test(value));

/** Accepts a repeated query key: one value or several. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(200),
  );

/** A boolean in a query: `true` or `false`. */
export const flag = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
);

export const pageFields = {
  page: whole(1, 1_000_000).default(1),
  size: whole(1, 100).default(10),
};

/** The IANA name of a time zone. */
export const timeZone = z
  .string()
  .max(64)
  .trim()
  .refine((typed) => zoneName(typed) !== undefined)
  .overwrite((typed) => zoneName(typed) ?? typed);

/** Describes the response of a list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.number().int(), page: z.number().int(), size: z.number().int() });

export const noInput = z.strictObject({});
export const done = z.object({ ok: z.literal(true) });
