import { expect, test } from 'vitest';
import { createStore } from './store.ts';

test('listeners receive a change once, and nothing after they left', () => {
  const store = createStore(1);
  const heard: number[] = [];
  const leave = store.subscribe(() => heard.push(store.get()));
  store.set(2);
  store.set(2);
  store.set(3);
  leave();
  store.set(4);
  expect(heard).toEqual([2, 3]);
  expect(store.get()).toBe(4);
});

test('a listener that leaves during a notification does not affect the others', () => {
  const store = createStore('a');
  const heard: string[] = [];
  const leave = store.subscribe(() => leave());
  store.subscribe(() => heard.push(store.get()));
  store.set('b');
  expect(heard).toEqual(['b']);
});
