import { expect, test } from 'vitest';
import { z } from 'zod';
import { largestInteger } from './fields.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

type Found = { readonly path: string; readonly maximum: number };

const integer = z.object({ type: z.literal('integer'), maximum: z.number().default(Infinity) });

const entriesOf = (value: unknown): [string, unknown][] =>
  Object.entries(z.record(z.string(), z.unknown()).safeParse(value).data ?? {});

/** Returns every integer of a JSON schema, with the path of its field. */
function integersIn(schema: unknown, path: string): Found[] {
  const own = integer.safeParse(schema);
  const inner = entriesOf(schema).flatMap(([key, value]) =>
    key === 'properties'
      ? entriesOf(value).flatMap(([name, field]) => integersIn(field, `${path}.${name}`))
      : [value].flat().flatMap((each) => integersIn(each, path)),
  );
  return own.success ? [{ path, maximum: own.data.maximum }, ...inner] : inner;
}

/** Fields that are `bigint` in the database or part of a JSON value: ids, samples of a recording, amounts of money. */
const isWide =
  /(\b|_)(id|ids|before|reply_to|mentions|group|sample|samples|like|to_sample|up_to_48_h|up_to_7_d|longer|amount_minor|unheard_ms|p_onset|qrs_onset|qrs_end|t_end|rr_samples)$/;

const integers = Object.entries<Route>(routes).flatMap(([name, { input }]) =>
  integersIn(z.toJSONSchema(input, { io: 'output', unrepresentable: 'any' }), name),
);

test('every integer of an input fits its type in the database', () => {
  expect(integers.length).toBeGreaterThan(300);
  const tooWide = integers.filter(
    ({ path, maximum }) => !isWide.test(path) && !path.includes('.criteria.') && maximum > largestInteger,
  );
  expect([...new Set(tooWide.map(({ path }) => path))]).toEqual([]);
});

test('a version beyond the database’s range is refused by its contract', () => {
  const { input } = routes.updateSavedView;
  expect(input.safeParse({ id: 1, version: largestInteger, name: 'a' }).success).toBe(true);
  expect(input.safeParse({ id: 1, version: largestInteger + 1, name: 'a' }).success).toBe(false);
});
