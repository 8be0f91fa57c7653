import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beatKeys, nameCommands } from '../beats/beat-keys.ts';
import { tabKeys } from '../session/tab-keys.ts';
import type { DeskSubject } from '../keys/desk-tool.ts';
import { deskViews } from '../session/desk-views.ts';
import { refusalOf } from './key-refusals.ts';
import {
  holderOf,
  boundKeyOf,
  keySlots,
  type KeySlot,
  knownKeys,
  type OwnKeys,
  printedKey,
  type KeySituation,
  reachable,
  situations,
  swapped,
  withKey,
} from './own-keys.ts';
import { activeIn, meant as meantIn, meantOf, pressOf } from './test-commands.ts';

const slotOf = (name: string): KeySlot => {
  const slot = keySlots.find((one) => one.slot === name);
  if (slot === undefined) throw new Error(`no slot ${name}`);
  return slot;
};
const free = keySlots.filter(({ row }) => row.fixed !== true);
const meant = (
  key: string,
  place: KeySituation['place'],
  subject: DeskSubject,
  own: OwnKeys,
  letters = true,
) => meantIn(pressOf(key), { place, subject }, { own, letters });

test('by default no two commands share a key if both can apply', () => {
  for (const slot of keySlots) expect(holderOf(slot.usual, slot, {}), slot.slot).toBeNull();
});

test('each tab has its own digit, each class its letter', () => {
  const digits = deskViews.map((view) => tabKeys[`tab-${view}`].keys[0]);
  expect(digits).toEqual(deskViews.map((_, at) => String(at + 1)));
  for (const [label, id] of Object.entries(nameCommands)) expect(beatKeys[id].keys).toEqual([label]);
});

test('a command runs only by its new key, and only in its place', () => {
  const keys = withKey(withKey({}, slotOf('accept'), 'D'), slotOf('rhythm-vt'), 'F9');
  expect(meant('D', 'findings', 'episode', keys)).toBe('accept');
  expect(meant('⏎', 'findings', 'episode', keys)).toBeNull();
  expect(meant('F10', 'findings', 'episode', keys)).toBe('accept');
  expect(meant('F9', 'findings', 'episode', keys)).toBe('rhythm-vt');
  expect(meant('V', 'findings', 'episode', keys)).toBeNull();
  // Commands for beats keep their letter.
  expect(meant('V', 'findings', 'beats', keys)).toBe('name-v');
  expect(meant('F9', 'findings', 'beats', keys)).toBeNull();
  const noise = withKey({}, slotOf('rhythm-noise'), 'Z');
  expect(meant('Z', 'findings', 'episode', noise)).toBe('rhythm-noise');
  expect(meant('X', 'templates', 'episode', noise)).toBe('similarity');
});

test('in Templates M measures until several are selected, then it merges, each by its own key', () => {
  const measures = withKey({}, slotOf('measure'), 'Z');
  expect(meant('Z', 'templates', 'template', measures)).toBe('measure');
  expect(meant('M', 'templates', 'template', measures)).toBeNull();
  expect(meant('M', 'templates', 'several', measures)).toBe('merge');
  const merges = withKey({}, slotOf('merge'), 'Z');
  expect(meant('Z', 'templates', 'several', merges)).toBe('merge');
  expect(meant('M', 'templates', 'several', merges)).toBeNull();
  expect(meant('M', 'templates', 'template', merges)).toBe('measure');
  expect(printedKey('M', 'measure', measures)).toBe('Z');
  expect(printedKey('M', 'merge', measures)).toBe('M');
});

test('a letter is ignored if single letters are off, another chosen key works', () => {
  const keys = withKey(withKey({}, slotOf('accept'), 'D'), slotOf('wall'), 'F9');
  expect(meant('D', 'findings', 'episode', keys, false)).toBeNull();
  expect(meant('F9', 'findings', 'episode', keys, false)).toBe('wall');
});

test('keys are swapped, but not with a fixed one, nor if a third conflicts', () => {
  expect(swapped({}, slotOf('accept'), slotOf('strip'))).toEqual({ accept: 'B', strip: '⏎' });
  // While beats are selected, Del deletes them. So no command that applies everywhere can swap its key with Reject.
  expect(swapped({}, slotOf('accept'), slotOf('reject'))).toBeNull();
  expect(swapped({}, slotOf('accept'), slotOf('arrow-before'))).toBeNull();
  // B selects a strip everywhere, so it cannot have V, which classifies a rhythm elsewhere.
  expect(swapped({}, slotOf('name-v'), slotOf('strip'))).toBeNull();
  expect(holderOf('B', slotOf('name-v'), {})?.slot).toBe('strip');
  expect(holderOf('A', slotOf('name-v'), {})).toBeNull();
});

test('after any changes no two commands share a key, and every changed key runs its command', () => {
  const keys = ['G', 'H', 'Y', 'Z', 'B', 'V', 'W', 'F9', ';', '⏎', 'Del', 'Ctrl+B'];
  const act = fc.record({
    slot: fc.constantFrom(...free),
    written: fc.constantFrom(...keys),
    swap: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
      let held: OwnKeys = {};
      for (const { slot, written, swap } of acts) {
        const holder = holderOf(written, slot, held);
        if (holder === null) held = withKey(held, slot, written);
        else if (swap) held = swapped(held, slot, holder) ?? held;
      }
      expect(keySlots.filter((slot) => holderOf(boundKeyOf(slot, held), slot, held) !== null)).toEqual([]);
      expect(knownKeys(held)).toEqual(held);
      for (const there of situations) {
        const active = activeIn(there, held);
        for (const slot of reachable(there)) {
          const id = meantOf(pressOf(boundKeyOf(slot, held)), active);
          expect(id, `${slot.slot} in ${there.place} on ${there.subject}`).toBe(slot.command);
        }
      }
    }),
  );
});

test('stored keys of removed commands, or with a conflict, are left out', () => {
  expect(knownKeys({ gone: 'D', 'arrow-before': 'D', accept: 'D' })).toEqual({ accept: 'D' });
  expect(knownKeys({ accept: 'Del', wall: 'D' })).toEqual({ wall: 'D' });
});

test('a key chosen before other pages had own keys is kept, and the page’s command has none', () => {
  const own = knownKeys({ accept: 'D' });
  expect(own).toEqual({ accept: 'D' });
  expect(meant('D', 'case', 'other', own)).toBe('accept');
  expect(printedKey('D', 'open-desk', own)).toBe('');
  expect(boundKeyOf(slotOf('open-desk'), withKey(own, slotOf('open-desk'), 'Z'))).toBe('Z');
});

test('key labels show the user’s key of a command, and the default key without a command', () => {
  const keys = { wall: 'D', reject: 'F9', undo: 'Z' };
  expect(printedKey('W', 'wall', keys)).toBe('D');
  expect(printedKey('W', undefined, keys)).toBe('W');
  expect(printedKey('W', 'members-wall', keys)).toBe('W');
  expect(printedKey('Del', 'reject', keys)).toBe('F9');
  expect(printedKey('Del', 'remove', keys)).toBe('Del');
  expect(printedKey('Ctrl+Z', 'undo', keys)).toBe('Z');
  expect(printedKey('Ctrl+Z', 'undo', {})).toBe('Ctrl+Z');
});

test('keys of the browser, the recording and the page are refused, each with its reason', () => {
  const why = {
    browser: ['Ctrl+T', 'F5', 'Alt+X', 'Ctrl+Shift+N', 'Ctrl+1'],
    recording: ['←', 'PgUp', '+', '−', 'Shift+→'],
  };
  for (const key of why.browser) expect(refusalOf(key), key).toBe('browser');
  for (const key of why.recording) expect(refusalOf(key), key).toBe('recording');
  for (const key of ['Esc', 'Tab', '?', 'Ctrl+K']) expect(refusalOf(key), key).toBe('page');
  expect(refusalOf(null)).toBe('unwritten');
  for (const key of ['G', 'Shift+G', '7', ';', 'F9', 'Ctrl+B', 'Space', 'Del'])
    expect(refusalOf(key), key).toBeNull();
  for (const { slot, usual } of free) expect(refusalOf(usual), slot).toBeNull();
});
