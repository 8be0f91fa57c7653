import { expect, test } from 'vitest';
import { closeInTurn } from './close-in-turn.ts';

test('every part is closed in order although one fails, and the caller gets its error', async () => {
  const closed: string[] = [];
  const close = (name: string) => () => Promise.resolve(closed.push(name));
  const failing = () => Promise.reject(new Error('the port is stuck'));
  const all = closeInTurn([close('row'), failing, () => undefined, close('database')]);
  await expect(all).rejects.toThrow('the port is stuck');
  expect(closed).toEqual(['row', 'database']);
});
