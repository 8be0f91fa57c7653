/** Makes random input for routes: mostly what the schema of the route requires, with invalid parts. */
import type { Route } from '@rhythmdesk/contract/route';
import fc from 'fast-check';
import { z } from 'zod';

export type Chance = () => number;

/** Returns a repeatable random source (mulberry32), so that a seed identifies a run. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<Item>(chance: Chance, items: readonly Item[]): Item | undefined {
  return items[Math.floor(chance() * items.length)];
}

const junk: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e15, 2 ** 53, 1e308, '', ' ', 'x', '1', 'true', 'null', 'undefined', '[]'],
  ...['0000-01-01', '2026-02-30', '9999-12-31', '9999-12-31T23:59:59.999Z', '-271821-04-20', '+010000-01-01'],
  ...['\ud800', 'a\u0000b', '\u202efdp', '田中\r\nSet-Cookie: a=b', '😀'.repeat(300), 'a'.repeat(100_000)],
  ...[
    "'; drop table users; --",
    '%_\\',
    '${7*7}',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
  ],
  ...[
    [],
    [[]],
    {},
    { toString: 1 },
    { constructor: { prototype: {} } },
    Array.from({ length: 2_000 }, () => 1),
  ],
];

const shape = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  prefixItems: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  minItems: z.number().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});

const words = [
  'HN000001',
  'HNF0000001',
  'request',
  'en',
  'ko',
  'Asia/Seoul',
  'a@b.kr',
  'Report.pdf',
  '田中',
  'normal',
];
const byFormat: Readonly<Record<string, string>> = {
  date: '2026-11-05',
  'date-time': '2026-11-05T00:00:00Z',
  uuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  email: 'a@b.kr',
};

/** Fields whose rule a JSON schema cannot state. */
const byName: Readonly<Record<string, unknown>> = { month: '2026-10' };

const numeralPattern = '^\\d{1,16}$';

/** Returns a text that the pattern accepts; the same source of chance always returns the same text. */
function textLike(chance: Chance, pattern: string): string {
  const texts = fc.stringMatching(new RegExp(pattern, 'u'));
  const [text = ''] = fc.sample(texts, { seed: Math.floor(chance() * 2 ** 31), numRuns: 1 });
  return text;
}

function number(chance: Chance, least: number, most: number): number {
  const small = Math.max(least, Math.min(most, Math.floor(chance() * 12)));
  return chance() < 0.8 ? small : (pick(chance, [least, most, 0, 1]) ?? 0);
}

/** Returns a value for the JSON schema, sometimes an invalid one. */
function valueOf(chance: Chance, wild: number, given: unknown, depth = 0): unknown {
  if (chance() < wild || depth > 4) return pick(chance, junk);
  const parsed = shape.safeParse(given);
  if (!parsed.success) return pick(chance, junk);
  const { type, format, pattern, minimum = 0, maximum = 1e6 } = parsed.data;
  const { anyOf = parsed.data.oneOf } = parsed.data;
  if (parsed.data.enum !== undefined) return pick(chance, parsed.data.enum);
  if (parsed.data.const !== undefined) return parsed.data.const;
  if (anyOf !== undefined) return valueOf(chance, wild, pick(chance, anyOf), depth + 1);
  switch (typeof type === 'string' ? type : (type?.[0] ?? 'string')) {
    case 'object':
      return objectOf(chance, wild, parsed.data, depth);
    case 'array':
      return arrayOf(chance, wild, parsed.data, depth);
    case 'integer':
    case 'number':
      return number(chance, minimum, maximum);
    case 'boolean':
      return chance() < 0.5;
    default:
      // A number as text, mostly that of an existing row.
      if (pattern === numeralPattern) return String(number(chance, minimum, maximum));
      if (format === undefined && pattern !== undefined) return textLike(chance, pattern);
      return byFormat[format ?? ''] ?? pick(chance, words);
  }
}

function arrayOf(
  chance: Chance,
  wild: number,
  { items, prefixItems, minItems = 0 }: z.output<typeof shape>,
  depth: number,
): unknown[] {
  if (prefixItems !== undefined) return prefixItems.map((item) => valueOf(chance, wild, item, depth + 1));
  const length = Math.max(minItems, Math.floor(chance() * 3));
  return Array.from({ length }, () => valueOf(chance, wild, items, depth + 1));
}

function objectOf(
  chance: Chance,
  wild: number,
  { properties = {}, required = [] }: z.output<typeof shape>,
  depth: number,
) {
  const given: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const share = required.includes(name) ? 1 - wild / 2 : 0.3;
    if (chance() >= share) continue;
    given[name] =
      chance() >= wild && Object.hasOwn(byName, name)
        ? byName[name]
        : valueOf(chance, wild, schema, depth + 1);
  }
  if (chance() < wild / 4) given['constructor'] = pick(chance, junk);
  return given;
}

/** Share of invalid parts in a request; none in a third of the requests, so that handlers are reached. */
const wildness = [0, 0.03, 0.2];
const schemas = new Map<Route, unknown>();

function schemaOf(route: Route): z.output<typeof shape> {
  const schema =
    schemas.get(route) ??
    z.toJSONSchema(route.input, { unrepresentable: 'any', io: 'input', reused: 'inline' });
  schemas.set(route, schema);
  return shape.parse(schema);
}

export const inputFor = (chance: Chance, route: Route): Record<string, unknown> =>
  objectOf(chance, pick(chance, wildness) ?? 0, schemaOf(route), 0);

/** Returns valid values of the required fields only, so that the handler is reached. */
export function plainInputFor(chance: Chance, route: Route): Record<string, unknown> {
  const { required = [], properties = {} } = schemaOf(route);
  const kept = Object.entries(properties).filter(([name]) => required.includes(name));
  return objectOf(chance, 0, { required, properties: Object.fromEntries(kept) }, 0);
}

const pieces = [
  '0',
  '-1',
  '1e9',
  '9007199254740993',
  'null',
  '%00',
  '%2e%2e',
  '%ff',
  "1'%20or%20'1'='1",
  'a'.repeat(2_000),
];

/** Returns a part of a path, mostly an existing number. */
export const pieceFor = (chance: Chance): string =>
  chance() < 0.8 ? String(1 + Math.floor(chance() * 12)) : (pick(chance, pieces) ?? '1');
