import { expect, test } from 'vitest';
import { z } from 'zod';
import { routes } from '@rhythmdesk/contract/routes';
import type { Route } from '@rhythmdesk/contract/route';
import { refusalKinds } from '@rhythmdesk/domain/kit/refusal';
import { openApiOf } from './openapi.ts';

const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

const api = openApiOf(routes);
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test('every route of the table is described once', () => {
  expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(Object.keys(routes).sort());
});

test('every parameter of a path is described, required, and has a schema', () => {
  for (const { path, operation } of operations) {
    const named = [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1]);
    const described = operation.parameters.filter(({ in: place }) => place === 'path');
    expect([path, described.map(({ name }) => name).sort()]).toEqual([path, named.sort()]);
    expect(described.every(({ required }) => required)).toBe(true);
    for (const { name, schema } of operation.parameters) {
      expect([path, name, Object.keys(schema).length > 0]).toEqual([path, name, true]);
    }
  }
});

const looseNumbers = [['1'], true, null, '', ' 1', {}, 1.5];

test('no number of the table converts an input that it should refuse', () => {
  let numbers = 0;
  for (const [name, row] of Object.entries<Route>(routes)) {
    const shape: Record<string, unknown> = row.input.shape;
    for (const [field, schema] of Object.entries(shape)) {
      if (!(schema instanceof z.ZodType) || !takes(schema, 7) || takes(schema, 'x')) continue;
      numbers += 1;
      // Null empties a field that may be empty; nothing else is converted to null.
      const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
      const isEmptied = (isWrapped ? schema.unwrap() : schema) instanceof z.ZodNullable;
      const loose = looseNumbers.filter((value) => value !== null || !isEmptied);
      const refused = loose.filter((value) => !takes(schema, value) || takes(schema, [7]));
      expect([name, field, refused]).toEqual([name, field, loose]);
    }
  }
  expect(numbers).toBeGreaterThan(20);
});

test('the document is complete: every reference has a target', () => {
  const text = JSON.stringify(api);
  const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]));
  const answers = refusalKinds.map((kind) => `#/components/responses/${kind}`);
  expect([...references].filter((reference) => !answers.includes(reference ?? ''))).toEqual([
    '#/components/schemas/error',
  ]);
});
