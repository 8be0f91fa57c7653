// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { KeyPress } from '../../../../ui/keys/key-combo.ts';
import type { CommandId } from '../../../../ui/keys/key-table.ts';
import { deskTools } from '../desk-tools.ts';
import type { DeskSubject } from '../keys/desk-tool.ts';
import { keyRows } from './key-tables.ts';
import { meant } from './test-commands.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false },
  ...held,
});
/** Returns the command of a key in the tab of the findings. */
const by = (key: string, subject: DeskSubject, held?: Partial<KeyPress>, letters = true): CommandId | null =>
  meant(press(key, held), { place: 'findings', subject }, { letters });

test('the settings list every command of every tool', () => {
  for (const { keys = {} } of deskTools)
    for (const [id, row] of Object.entries(keys)) expect([...keyRows.entries()]).toContainEqual([id, row]);
});

test('letters name beats where beats or a group are read, rhythms on an episode, nothing elsewhere', () => {
  for (const subject of ['beats', 'template'] as const) {
    expect(by('v', subject)).toBe('name-v');
    expect(by('Q', subject)).toBe('name-q');
    expect(by('a', subject)).toBeNull();
  }
  expect(by('v', 'episode')).toBe('rhythm-vt');
  expect(by('f', 'episode')).toBe('alone');
  expect(by('v', 'other')).toBeNull();
});

test('E opens the rhythms where beats are selected or an episode is read', () => {
  for (const subject of ['beats', 'episode'] as const) expect(by('e', subject)).toBe('rhythms');
  for (const subject of ['template', 'other'] as const) expect(by('e', subject)).toBeNull();
});

test('Delete takes selected beats away, else rejects; Escape first clears the beats', () => {
  expect(by('Delete', 'beats')).toBe('remove');
  expect(by('Delete', 'episode')).toBe('reject');
  expect(by('Escape', 'beats')).toBe('clear');
  expect(by('Escape', 'episode')).toBe('measure-end');
  expect(by('Insert', 'other')).toBe('add');
});

test('brackets move the onset, curly ones the end, also where they are typed with AltGr', () => {
  expect(by('[', 'episode')).toBe('onset-earlier');
  expect(by('}', 'episode', { shiftKey: true })).toBe('end-later');
  expect(by(']', 'episode', { ctrlKey: true, altKey: true })).toBe('onset-later');
  expect(by('[', 'episode', { ctrlKey: true })).toBeNull();
});

test('arrows go from beat to beat and from finding to finding', () => {
  expect(by('ArrowRight', 'other')).toBe('beat-after');
  expect(by('ArrowLeft', 'beats', { shiftKey: true })).toBe('take-before');
  expect(by('ArrowDown', 'episode')).toBe('arrow-after');
  expect(by('k', 'episode')).toBe('step-before');
  expect(by('J', 'template', { shiftKey: true })).toBe('next-open');
});

test('accepting, undo and redo are as on the case page', () => {
  expect(by('Enter', 'episode')).toBe('accept');
  expect(by('F10', 'beats')).toBe('accept');
  expect(by('z', 'beats', { ctrlKey: true })).toBe('undo');
  expect(by('Z', 'beats', { metaKey: true, shiftKey: true })).toBe('redo');
  expect(by('y', 'beats', { ctrlKey: true })).toBe('redo');
});

test('with single-letter keys off only named keys and combinations work', () => {
  for (const key of ['v', 'j', 'b', '[']) expect(by(key, 'beats', {}, false)).toBeNull();
  expect(by('Delete', 'beats', {}, false)).toBe('remove');
  for (const key of ['+', ',']) expect(by(key, 'episode', {}, false)).toBeNull();
  expect(by('PageDown', 'episode', {}, false)).toBe('page-after');
});

test('the recording’s own keys are commands at the desk too', () => {
  const keys = {
    '+': 'zoom-in',
    '-': 'zoom-out',
    ',': 'strip-before',
    PageDown: 'page-after',
    Home: 'recording-start',
  };
  for (const [key, id] of Object.entries(keys)) expect([key, by(key, 'episode')]).toEqual([key, id]);
});
