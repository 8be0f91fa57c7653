import { expect, test } from 'vitest';
import type { KeyPress } from '../../../../ui/keys/key-combo.ts';
import { type DeskCommand, deskKeyRows, type DeskSubject } from './desk-keys.ts';
import { meant } from './test-commands.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false },
  ...held,
});
/** Returns the command that the desk itself runs in the findings tab. */
function by(key: string, subject: DeskSubject, held?: Partial<KeyPress>, letters = true): DeskCommand | null {
  const id = meant(press(key, held), { tab: 'findings', subject }, { letters });
  return id === null ? null : (deskKeyRows.get(id)?.command ?? null);
}

test('letters name beats where beats or a group are read, rhythms on an episode, nothing elsewhere', () => {
  for (const subject of ['beats', 'template'] as const) {
    expect(by('v', subject)).toEqual({ kind: 'label', label: 'V' });
    expect(by('Q', subject)).toEqual({ kind: 'label', label: 'Q' });
    expect(by('a', subject)).toBeNull();
  }
  expect(by('v', 'episode')).toEqual({ kind: 'retype', rhythm: 'vt' });
  expect(by('f', 'episode')).toBeNull();
  expect(by('v', 'other')).toBeNull();
});

test('E opens the rhythms where beats are selected or an episode is read', () => {
  for (const subject of ['beats', 'episode'] as const) expect(by('e', subject)).toEqual({ kind: 'rhythms' });
  for (const subject of ['template', 'other'] as const) expect(by('e', subject)).toBeNull();
});

test('Delete takes selected beats away, else rejects; Escape is taken only to let go of beats', () => {
  expect(by('Delete', 'beats')).toEqual({ kind: 'remove' });
  expect(by('Delete', 'episode')).toEqual({ kind: 'reject' });
  expect(by('Escape', 'beats')).toEqual({ kind: 'clear' });
  expect(by('Escape', 'episode')).toBeNull();
  expect(by('Insert', 'other')).toEqual({ kind: 'add' });
});

test('brackets move the onset, curly ones the end, also where they are typed with AltGr', () => {
  expect(by('[', 'episode')).toEqual({ kind: 'move', end: 'start', by: -1 });
  expect(by('}', 'episode', { shiftKey: true })).toEqual({ kind: 'move', end: 'end', by: 1 });
  expect(by(']', 'episode', { ctrlKey: true, altKey: true })).toEqual({ kind: 'move', end: 'start', by: 1 });
  expect(by('[', 'episode', { ctrlKey: true })).toBeNull();
});

test('arrows go from beat to beat and from finding to finding', () => {
  expect(by('ArrowRight', 'other')).toEqual({ kind: 'beat', by: 1, extend: false });
  expect(by('ArrowLeft', 'beats', { shiftKey: true })).toEqual({ kind: 'beat', by: -1, extend: true });
  expect(by('ArrowDown', 'episode')).toEqual({ kind: 'step', by: 1 });
  expect(by('k', 'episode')).toEqual({ kind: 'step', by: -1 });
  expect(by('J', 'template', { shiftKey: true })).toEqual({ kind: 'next-open' });
});

test('accepting, undo and redo are as on the case page', () => {
  expect(by('Enter', 'episode')).toEqual({ kind: 'accept' });
  expect(by('F10', 'beats')).toEqual({ kind: 'accept' });
  expect(by('z', 'beats', { ctrlKey: true })).toEqual({ kind: 'undo' });
  expect(by('Z', 'beats', { metaKey: true, shiftKey: true })).toEqual({ kind: 'redo' });
});

test('with single-letter keys off only named keys and combinations work; the recording keeps its own', () => {
  for (const key of ['v', 'j', 'b', '[']) expect(by(key, 'beats', {}, false)).toBeNull();
  expect(by('Delete', 'beats', {}, false)).toEqual({ kind: 'remove' });
  for (const key of ['m', '+', ',', 'PageDown', 'Home']) expect(by(key, 'episode')).toBeNull();
});
