import { expect, test } from 'vitest';
import {
  beatClasses,
  beatClassFromByte,
  beatClassFromWfdb,
  beatLabels,
  wfdbCodeFromMnemonic,
  wfdbCodes,
  wfdbMnemonic,
} from './beat-labels.ts';
import { hnIdWithin, normalizeHnId } from './hn-id.ts';
import { rhythmFromByte, rhythmFromWfdb, rhythmKeys, rhythmLabels, type RhythmKey } from './rhythm-labels.ts';

test('each beat class is restored from its byte and from its WFDB code', () => {
  for (const key of beatClasses) {
    expect(beatClassFromByte(beatLabels[key].byte)).toBe(key);
    expect(beatClassFromWfdb(beatLabels[key].wfdb_code)).toBe(key);
  }
  expect(beatClassFromByte(0)).toBeUndefined();
});

test('WFDB codes and mnemonics are each other’s inverse, and marks are no beats', () => {
  for (const { code, mnemonic } of wfdbCodes) {
    expect(wfdbMnemonic(code)).toBe(mnemonic);
    expect(wfdbCodeFromMnemonic(mnemonic)).toBe(code);
  }
  expect(['~', '+', '!', '"', '|'].map((m) => beatClassFromWfdb(wfdbCodeFromMnemonic(m) ?? -1))).toEqual(
    Array(5).fill(undefined),
  );
  expect(['L', 'e', 'J', 'E', 'f', '?'].map((m) => beatClassFromWfdb(wfdbCodeFromMnemonic(m) ?? -1))).toEqual(
    ['N', 'N', 'S', 'V', 'P', 'Q'],
  );
});

/** If several labels have the same WFDB string, the first one is read. */
const readAs: Partial<Record<RhythmKey, RhythmKey>> = {
  standstill: 'asystole',
  wenckebach: 'avb2',
  mobitz: 'avb2',
  avb_2to1: 'avb2',
  avb_high: 'avb2',
};

test('each rhythm is restored from its byte and its WFDB string', () => {
  expect(new Set(rhythmKeys.map((key) => rhythmLabels[key].byte)).size).toBe(rhythmKeys.length);
  for (const key of rhythmKeys) {
    expect(rhythmFromByte(rhythmLabels[key].byte)).toBe(key);
    const aux = rhythmLabels[key].wfdb_aux;
    const read = readAs[key] ?? key;
    if (aux !== null) expect(rhythmFromWfdb(`${aux}\0`)).toBe(read);
  }
  expect(rhythmFromWfdb('(J')).toBe('nodal');
  expect(rhythmFromWfdb('(XYZ')).toBeUndefined();
});

test.each([
  ['HN26K05102', 'HN26K05102'],
  ['hn-26k-05102', 'HN26K05102'],
  ['HN12345', null],
  ['HN1234567890123', null],
  ['XN123456', null],
  ['HN12345é', null],
])('%s is stored as %s', (typed, stored) => {
  expect(normalizeHnId(typed)).toBe(stored);
});

test.each([
  ['HN26K05402.edf', 'HN26K05402'],
  ['patch_HN-26K05402_day1', 'HN26K05402'],
  ['X X HN26K05402 M', 'HN26K05402'],
  ['JOHNSON1234567', null],
  ['HNABCDEF', null],
  ['HN123', null],
])('the HN ID within %s is %s', (text, hn_id) => expect(hnIdWithin(text)).toBe(hn_id));
