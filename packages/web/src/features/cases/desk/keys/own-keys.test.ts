import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pressOf } from '../../../../ui/keys/key-combo.ts';
import { deskCommand, deskKeyIds, deskKeys, type DeskSubject, nameCommands } from './desk-keys.ts';
import { deskTabs } from '../desk-tabs.tsx';
import { deskViews } from '../session/desk-views.ts';
import { refusalOf } from './key-refusals.ts';
import {
  holderOf,
  keyOf,
  keySlots,
  type KeySlot,
  knownKeys,
  meantKey,
  nothing,
  type OwnKeys,
  printedKey,
  swapped,
  withKey,
} from './own-keys.ts';
import { scanCommand } from '../session/page-scan.ts';
import { templateCommand } from '../templates/template-keys.ts';

const slotOf = (name: string): KeySlot => {
  const slot = keySlots.find((one) => one.slot === name);
  if (slot === undefined) throw new Error(`no slot ${name}`);
  return slot;
};
const subjects: readonly DeskSubject[] = ['beats', 'template', 'several', 'episode', 'other'];
const everywhere = deskViews.flatMap((tab) => subjects.map((subject) => ({ tab, subject })));
const free = keySlots.filter(({ row }) => row.fixed !== true);
const own = { letters: true };
const meant = (key: string, tab: 'findings' | 'templates' | 'scan', subject: DeskSubject, keys: OwnKeys) =>
  meantKey(pressOf(key), { tab, subject }, { ...own, own: keys });

test('as they are delivered no two commands share a key where both can be meant, and no press is turned', () => {
  for (const slot of keySlots) expect(holderOf(slot.usual, slot, {}), slot.slot).toBeNull();
  for (const there of everywhere)
    for (const { usual } of keySlots)
      expect(meantKey(pressOf(usual), there, { ...own, own: {} }), usual).toBeNull();
});

test('the tabs, the classes and every key that a part of the desk hears stand in the table', () => {
  for (const view of deskViews) expect(deskKeys[`tab-${view}`].keys).toEqual([deskTabs[view].keyName]);
  for (const [label, id] of Object.entries(nameCommands)) expect(deskKeys[id].keys).toEqual([label]);
  const signs = Array.from('abcdefghijklmnopqrstuvwxyz,.[]{}/+-1234567890');
  const named = ['Enter', 'F10', 'Delete', 'Insert', 'Escape', ' ', 'ArrowUp', 'ArrowDown', 'ArrowLeft'];
  const presses = [...signs, ...named].map((key) => ({ ...pressOf('A'), key }));
  const isHeld = (press: (typeof presses)[number], tab: 'findings' | 'templates' | 'scan') =>
    keySlots.some(
      ({ usual, row }) =>
        row.tabs?.includes(tab) !== false && pressOf(usual).key.toLowerCase() === press.key.toLowerCase(),
    );
  const state = { picked: true, together: true };
  for (const press of presses) {
    for (const subject of subjects)
      if (deskCommand(press, subject, true) !== null) expect(isHeld(press, 'findings'), press.key).toBe(true);
    if (templateCommand(press, state, true) !== null)
      expect(isHeld(press, 'templates'), press.key).toBe(true);
    if (scanCommand(press, true) !== null) expect(isHeld(press, 'scan'), press.key).toBe(true);
  }
});

test('a command is meant by its new key alone, in its place alone', () => {
  const keys = withKey(withKey({}, slotOf('accept'), 'D'), slotOf('rhythm-vt'), 'F8');
  expect(meant('D', 'findings', 'episode', keys)).toBe('⏎');
  expect(meant('⏎', 'findings', 'episode', keys)).toBe(nothing);
  expect(meant('F10', 'findings', 'episode', keys)).toBeNull();
  expect(meant('F8', 'findings', 'episode', keys)).toBe('V');
  expect(meant('V', 'findings', 'episode', keys)).toBe(nothing);
  // Beats keep their letter.
  expect(meant('V', 'findings', 'beats', keys)).toBeNull();
  expect(meant('F8', 'findings', 'beats', keys)).toBeNull();
  // Where the tab has its own X, an episode’s is not meant, whatever key it was given.
  const noise = withKey({}, slotOf('rhythm-noise'), 'Z');
  expect(meant('Z', 'findings', 'episode', noise)).toBe('X');
  expect(meant('Z', 'templates', 'episode', noise)).toBeNull();
  expect(meant('X', 'templates', 'episode', noise)).toBeNull();
});

test('among templates M measures until several are taken, then it merges, each by its own key', () => {
  const measures = withKey({}, slotOf('measure'), 'Z');
  expect(meant('Z', 'templates', 'template', measures)).toBe('M');
  expect(meant('M', 'templates', 'template', measures)).toBe(nothing);
  expect(meant('M', 'templates', 'several', measures)).toBeNull();
  const merges = withKey({}, slotOf('merge'), 'Z');
  expect(meant('Z', 'templates', 'several', merges)).toBe('M');
  expect(meant('M', 'templates', 'several', merges)).toBe(nothing);
  expect(meant('M', 'templates', 'template', merges)).toBeNull();
  expect(printedKey('M', 'measure', 'templates', measures)).toBe('Z');
  expect(printedKey('M', 'merge', 'templates', measures)).toBe('M');
});

test('a letter is not heard where single letters are off, another key that was chosen is', () => {
  const keys = withKey(withKey({}, slotOf('accept'), 'D'), slotOf('wall'), 'F9');
  const off = { own: keys, letters: false };
  const there = { tab: 'findings', subject: 'episode' } as const;
  expect(meantKey(pressOf('D'), there, off)).toBeNull();
  expect(meantKey(pressOf('F9'), there, off)).toBe('W');
});

test('keys are swapped, but not with a fixed one, nor where a third stands in the way', () => {
  expect(swapped({}, slotOf('accept'), slotOf('strip'))).toEqual({ accept: 'B', strip: '⏎' });
  // With beats selected Del takes them away, so that no other command of the whole desk can have it from rejecting.
  expect(swapped({}, slotOf('accept'), slotOf('reject'))).toBeNull();
  expect(swapped({}, slotOf('accept'), slotOf('arrow-before'))).toBeNull();
  // B keeps a strip everywhere: it cannot have V, which names a rhythm.
  expect(swapped({}, slotOf('name-v'), slotOf('strip'))).toBeNull();
  expect(holderOf('B', slotOf('name-v'), {})?.slot).toBe('strip');
  expect(holderOf('A', slotOf('name-v'), {})).toBeNull();
});

test('however keys are changed, no two commands share one, and every changed key means its command', () => {
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
      expect(keySlots.filter((slot) => holderOf(keyOf(slot, held), slot, held) !== null)).toEqual([]);
      expect(knownKeys(held)).toEqual(held);
      const presses = keySlots.map((slot) => pressOf(keyOf(slot, held)));
      const heardAs = everywhere.flatMap((there) =>
        presses.map((press) => meantKey(press, there, { ...own, own: held })),
      );
      const refused = heardAs.filter(
        (usual) => usual !== null && usual !== nothing && refusalOf(usual) !== null,
      );
      expect(refused).toEqual([]);
    }),
  );
});

test('what was kept for commands that are gone, or clashes since, is left out', () => {
  expect(knownKeys({ gone: 'D', 'arrow-before': 'D', accept: 'D' })).toEqual({ accept: 'D' });
  expect(knownKeys({ accept: 'Del', wall: 'D' })).toEqual({ wall: 'D' });
});

test('caps print the user’s key: of a command, or of the first in the tab that usually has it', () => {
  const keys = { wall: 'D', reject: 'F9', undo: 'Z' };
  expect(printedKey('W', 'wall', 'findings', keys)).toBe('D');
  expect(printedKey('W', undefined, 'findings', keys)).toBe('D');
  expect(printedKey('W', undefined, 'templates', keys)).toBe('W');
  expect(printedKey('Del', 'reject', 'findings', keys)).toBe('F9');
  expect(printedKey('Del', 'remove', 'findings', keys)).toBe('Del');
  expect(printedKey('Ctrl Z', 'undo', 'findings', keys)).toBe('Z');
  expect(printedKey('Ctrl Z', 'undo', 'findings', {})).toBe('Ctrl Z');
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
  for (const id of deskKeyIds) {
    const row = keySlots.filter(({ command }) => command === id);
    for (const slot of row) if (slot.row.fixed !== true) expect(refusalOf(slot.usual), slot.slot).toBeNull();
  }
});
