// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/commands.ts';
import { texts as ko } from '../../../../platform/texts/ko/commands.ts';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import { shownReading } from '../../reading/test-reading.ts';
import { testDesk } from '../session/test-desk.ts';
import { ClassMenu } from './class-menu.tsx';

const shown = shownReading(Uint32Array.from([100, 300, 500]));
const selected = (anchor: number, focus = anchor) => ({
  ...viewHandle,
  select: vi.fn(),
  selected: () => ({ anchor, focus }),
});

test.each([
  ['en', en],
  ['ko', ko],
] as const)('%s: a selected beat gets a class by mouse', async (language, texts) => {
  const desk = testDesk({ shown, view: selected(300) });
  const user = await showIn(language, <ClassMenu desk={desk} />);
  await user.click(await screen.findByRole('button', { name: new RegExp(texts['line.beats']) }));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(texts['word.name-v']) }));
  expect(desk.write).toHaveBeenCalledExactlyOnceWith([
    { kind: 'relabel_beats', beats: { by: 'list', samples: [300] }, label: 'V' },
  ]);
});

test('selected beats are removed by mouse', async () => {
  const desk = testDesk({ shown, view: selected(300, 500) });
  const user = await showIn('en', <ClassMenu desk={desk} />);
  await user.click(await screen.findByRole('button', { name: new RegExp(en['line.beats']) }));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(en['word.remove']) }));
  expect(desk.write).toHaveBeenCalledExactlyOnceWith([
    { kind: 'remove_beats', beats: { by: 'list', samples: [300, 500] } },
  ]);
});

test('without a selected beat or a template there is no button', async () => {
  await showIn('en', <ClassMenu desk={testDesk({ shown, view: selected(301) })} />);
  expect(screen.queryByRole('button')).toBeNull();
});
