// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { ReadingContext } from '../../reading/reading-context.tsx';
import { testReading } from '../../reading/test-reading.ts';
import { deskTools } from '../desk-tools.ts';
import { testDesk } from '../session/test-desk.ts';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import { DeskCommands } from './desk-commands.tsx';
import { WithSubject } from './with-subject.tsx';

const [removed, rejected] = [vi.fn<() => void>(), vi.fn<() => void>()];
/** The desk's own tools with actions that are noted. */
const tools = deskTools.map(({ id, tab, keys, actions = {}, subject }) => {
  const { remove, reject } = actions;
  const noted = {
    ...(remove === undefined ? {} : { remove: { ...remove, run: removed } }),
    ...(reject === undefined ? {} : { reject: { ...reject, run: rejected } }),
  };
  return { id, ...(tab && { tab }), ...(keys && { keys }), actions: noted, ...(subject && { subject }) };
});

test.each([
  { selected: { anchor: 100, focus: 200 }, expected: [1, 0] },
  { selected: null, expected: [0, 1] },
])(
  'Del removes selected beats ($selected), otherwise rejects the finding',
  async ({ selected, expected }) => {
    removed.mockClear();
    rejected.mockClear();
    const desk = testDesk({ view: { ...viewHandle, selected: () => selected } });
    const user = await showIn(
      'en',
      <ReadingContext value={testReading()}>
        <WithSubject tools={tools} desk={desk} view="findings">
          <DeskCommands tools={tools} desk={desk} view="findings" />
        </WithSubject>
      </ReadingContext>,
    );
    await screen.findByText('drawn');
    await user.keyboard('{Delete}');
    expect([removed.mock.calls.length, rejected.mock.calls.length]).toEqual(expected);
  },
);
