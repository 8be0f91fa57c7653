import { expect, test, vi } from 'vitest';
import {
  type ActiveCommand,
  applyingCommands,
  commandFor,
  type Layer,
  linesOf,
  makeCommandRegistry,
} from './commands.ts';
import type { KeyPress } from './key-combo.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...held,
});
const here = { letters: true, isCovered: false, isTyping: false };

type Part = Partial<Omit<ActiveCommand, 'keys'>>;
const command = (id: string, keys: readonly string[], { own = keys, ...part }: Part = {}): ActiveCommand => ({
  ...{ id, title: id, keys, own, layer: 'page', run: vi.fn() },
  ...part,
});
const found = (key: string, list: readonly ActiveCommand[], now = here): string | undefined =>
  commandFor(press(key), list, now)?.id;

test('the innermost layer gets a key, in a layer the newest list, in a list the first', () => {
  const registry = makeCommandRegistry();
  const find = (): string | undefined => registry.find(press('j'), here)?.id;
  const add = (layer: Layer, ...ids: readonly string[]) =>
    registry.add(ids.map((id) => command(id, ['J'], { layer })));
  add('page', 'old');
  const leave = add('page', 'new', 'second');
  expect(find()).toBe('new');
  leave();
  expect(find()).toBe('old');
  const leaveTool = add('tool', 'tool');
  add('desk', 'desk');
  expect(find()).toBe('tool');
  leaveTool();
  expect(find()).toBe('desk');
});

test('a command that does not apply is skipped', () => {
  const list = [command('merge', ['M'], { when: () => false }), command('measure', ['M'])];
  expect(found('m', list)).toBe('measure');
});

test('single letters are off in fields and if the user switched them off', () => {
  const list = [
    command('letter', ['J', 'F8']),
    command('combination', ['Ctrl+K']),
    command('edits', ['Ctrl+Z']),
    command('named', ['Esc']),
    command('moves', ['Home']),
    command('tool', ['F10'], { layer: 'tool' }),
  ];
  const typing = { ...here, isTyping: true };
  expect(found('j', list, typing)).toBeUndefined();
  expect(found('j', list, { ...here, letters: false })).toBeUndefined();
  expect(found('F8', list, { ...here, letters: false })).toBe('letter');
  expect(commandFor(press('k', { ctrlKey: true }), list, typing)?.id).toBe('combination');
  expect(commandFor(press('z', { ctrlKey: true }), list, typing)).toBeNull();
  expect(found('Escape', list, typing)).toBe('named');
  expect(found('Home', list, typing)).toBeUndefined();
  expect(found('F10', list, typing)).toBeUndefined();
});

test('under a dialog only its own commands work, and combinations that work everywhere', () => {
  const list = [
    command('wall', ['⏎'], { layer: 'dialog' }),
    command('accept', ['⏎', 'F10'], { layer: 'desk' }),
    command('palette', ['Ctrl+K'], { group: 'everywhere' }),
    command('help', ['?'], { group: 'everywhere' }),
  ];
  const covered = { ...here, isCovered: true };
  expect(found('Enter', list, covered)).toBe('wall');
  expect(found('F10', list, covered)).toBeUndefined();
  expect(commandFor(press('k', { ctrlKey: true }), list, covered)?.id).toBe('palette');
  expect(found('?', list, covered)).toBeUndefined();
});

test('a list over a dialog has the keys for itself', () => {
  const mark = command('mark', ['A'], { layer: 'dialog' });
  const close = command('close', ['?'], { layer: 'overlay' });
  const palette = command('palette', ['Ctrl+K'], { group: 'everywhere' });
  const covered = { ...here, isCovered: true };
  expect(found('a', [mark, palette], covered)).toBe('mark');
  expect(found('a', [close, mark, palette], covered)).toBeUndefined();
  expect(found('?', [close, mark, palette], covered)).toBe('close');
});

test('a dialog with commands lists its own and those of every page, another dialog lists all', () => {
  const page = command('page', ['J']);
  const everywhere = command('palette', ['Ctrl+K'], { group: 'everywhere' });
  const mark = command('mark', ['A'], { layer: 'dialog' });
  const hidden = command('hidden', ['B'], { layer: 'dialog', unlisted: true });
  expect(applyingCommands([page, everywhere, mark, hidden])).toEqual([everywhere, mark]);
  expect(applyingCommands([page, everywhere, hidden])).toEqual([page, everywhere, hidden]);
});

test('a default key whose command has another does nothing, unless the user gave it to another', () => {
  const accept = command('accept', ['⏎'], { own: ['D'], layer: 'desk' });
  const open = command('open', ['⏎']);
  expect(found('d', [accept, open])).toBe('accept');
  expect(found('Enter', [accept, open])).toBeUndefined();
  expect(found('Enter', [{ ...accept, when: () => false }, open])).toBe('open');
  const strip = command('strip', ['B'], { own: ['⏎'] });
  expect(found('Enter', [accept, strip])).toBe('strip');
});

test('commands of one line are listed together with the user’s keys', () => {
  const list = [
    command('up', ['K'], { line: 'Move' }),
    command('down', ['J'], { line: 'Move', own: ['F8'] }),
    command('more', ['='], { unlisted: true }),
    command('help', ['?'], { group: 'everywhere' }),
  ];
  expect(linesOf(list)).toEqual([
    { title: 'Move', keys: ['K', 'F8'], isEverywhere: false },
    { title: 'help', keys: ['?'], isEverywhere: true },
  ]);
});

test('the list keeps its identity while nothing changes', () => {
  const registry = makeCommandRegistry();
  registry.add([command('a', ['J'])]);
  expect(registry.all()).toBe(registry.all());
});
