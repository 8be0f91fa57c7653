import { expect, test } from 'vitest';
import { readAddress, writeAddress } from './strip-address.ts';

test('the selected finding and the position are restored from the URL', () => {
  const place = { at: '2026-11-05T01:24:38.000Z', speed: '50', leads: 'I,II', show: 'strip' };
  const active = { kind: 'af', index: 5 };
  const read = readAddress(writeAddress({ place, active }));
  expect(read.place).toMatchObject(place);
  expect(read.active).toEqual(active);
  expect(writeAddress({ place: {}, active: { kind: null, index: -1 } })).toMatchObject({ kind: undefined });
});

test('a URL without them opens the recording as usual', () => {
  for (const search of [undefined, null, 'at', { at: ['1', '2'], kind: '<script>', finding: '-3' }]) {
    expect(readAddress(search).active).toEqual({ kind: null, index: -1 });
    expect(readAddress(search).place.at).toBeUndefined();
  }
});
