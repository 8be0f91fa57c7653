// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import type { DeskSubject } from '../keys/desk-tool.ts';
import { KeySubject } from '../keys/subject.ts';
import { testDesk } from '../session/test-desk.ts';
import { templateWorkOf } from './template-work.ts';
import { useTemplateCommands } from './use-template-commands.ts';

type State = { readonly isPicked?: boolean; readonly isTogether?: boolean; readonly writes?: boolean };

async function templates({ isPicked = false, isTogether = false, writes = true }: State) {
  const ran: unknown[] = [];
  const note = (name: string) =>
    vi.fn((given?: unknown) => void ran.push(given === undefined ? name : [name, given]));
  const desk = testDesk({ writes });
  function Pane() {
    useTemplateCommands(desk, {
      ...{ isPicked, isTogether, step: note('step'), similar: note('similar'), onWall: note('wall') },
      ...{ merge: note('merge'), split: note('split'), name: note('name'), accept: note('accept') },
      cancel: note('cancel'),
    });
    return <p>pane</p>;
  }
  const subject: DeskSubject = isTogether ? 'several' : 'template';
  await showIn(
    'en',
    <KeySubject value={() => subject}>
      <Pane />
    </KeySubject>,
  );
  await screen.findByText('pane');
  const press = (key: string): unknown => {
    ran.length = 0;
    const isTaken = !fireEvent.keyDown(document.body, { key });
    return isTaken ? (ran[0] ?? 'taken') : null;
  };
  return { press, desk };
}

test('letters set the class of what is split off', async () => {
  const { press } = await templates({ isPicked: true });
  expect(press('v')).toEqual(['split', 'V']);
  expect(press('p')).toBeNull();
});

test('letters set the class of the selected templates, M merges them, Enter accepts them', async () => {
  const { press } = await templates({ isTogether: true });
  expect(press('s')).toEqual(['name', 'S']);
  expect(press('m')).toBe('merge');
  expect(press('Enter')).toBe('accept');
  expect(press('Escape')).toBe('cancel');
});

test('Enter splits off the selected beats', async () => {
  const { press } = await templates({ isPicked: true });
  expect(press('Enter')).toEqual(['split', null]);
});

test('without a selection only steps, similarity, wall and order belong to the templates', async () => {
  const { press, desk } = await templates({});
  for (const key of ['Enter', 'Escape', 'm', 'v']) expect(press(key)).toBeNull();
  expect([press(','), press('.'), press('x'), press('W')]).toEqual([
    ['step', -1],
    ['step', 1],
    'similar',
    'wall',
  ]);
  expect(press('o')).toBe('taken');
  expect(templateWorkOf(desk).order.get()).toBe('certainty');
});

test('a user who may not write sets no class, merges and splits nothing', async () => {
  const { press } = await templates({ isPicked: true, isTogether: true, writes: false });
  for (const key of ['v', 'm', 'Enter']) expect(press(key)).toBeNull();
  expect(press('Escape')).toBe('cancel');
});
