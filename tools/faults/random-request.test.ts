import { routes } from '@rhythmdesk/contract/routes';
import type { Route } from '@rhythmdesk/contract/route';
import { expect, test } from 'vitest';
import { chanceOf } from './random-input.ts';
import { plainInput } from './random-request.ts';

test('every route has a plain input that its schema accepts', () => {
  const chance = chanceOf(7);
  // Throws the server's error for a route of which no input is accepted.
  const paths = Object.entries<Route>(routes).map(([name, route]) => plainInput(chance, name, route).path);
  expect(paths.filter((path) => path.includes('/:'))).toEqual([]);
  expect(paths.length).toBeGreaterThan(200);
});
