// @vitest-environment happy-dom
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { screen, within } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { atAddress, showIn, signedInAs } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/edit-log.ts';
import { texts as ja } from '../../../../platform/texts/ja/edit-log.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import { StripPlaceProvider, useStripPlace } from '../../analysis/strip-place.tsx';
import { ReadingContext } from '../../reading/reading-context.tsx';
import type { ReadingState, WrittenEdit } from '../../reading/reading-state.ts';
import { testReading } from '../../reading/test-reading.ts';
import { EditLog } from './edit-log-list.tsx';
import { testDesk } from '../session/test-desk.ts';

const edits: readonly ReadingEdit[] = [
  { kind: 'relabel_beats', beats: { by: 'list', samples: [900, 1200] }, label: 'V' },
  {
    kind: 'add_episode',
    rhythm: 'other',
    name: 'Wandering <b>pacemaker</b>',
    start_sample: 7000,
    end_sample: 9500,
  },
  { kind: 'undo', edit: 1 },
];
const log = edits.map((edit, i): WrittenEdit => ({
  sequence: i + 1,
  analysis_version: 1,
  edit,
  author: i === 2 ? null : { id: 4, name: '森 楓' },
  at_ms: Date.UTC(2026, 10, 20, 5, i),
}));

/** Provides the recording that the page shows. */
function Keeping({ view, children }: { view: typeof viewHandle; children: ReactNode }) {
  const place = useStripPlace();
  useEffect(() => place.keep(view), [place, view]);
  return children;
}

const edit_lock = { holder: null, here: false, may_take: true, may_ask: false, asked_by: null };

async function showLog(
  language: 'en' | 'ja',
  of: readonly WrittenEdit[],
  writes = true,
  state: Partial<ReadingState> = { edit_lock },
) {
  signedInAs({ name: 'Kimura Yu' });
  const view = { ...viewHandle, show: vi.fn<RecordingHandle['show']>() };
  const desk = testDesk({ view, writes });
  const page = (
    <StripPlaceProvider>
      <Keeping view={view}>
        <EditLog desk={desk} />
      </Keeping>
    </StripPlaceProvider>
  );
  const read = <ReadingContext value={testReading({ log: of, ...state })}>{page}</ReadingContext>;
  const user = await showIn(language, atAddress('/', read));
  return { user, view, desk };
}

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)(
  '$language: edits are listed newest first, with their author; a click moves to the position',
  async ({ language, words }) => {
    const { user, view } = await showLog(language, log);
    const pane = await screen.findByRole('region', { name: words.title });
    const rows = within(pane).getAllByRole('listitem');
    expect(rows.map((row) => row.getAttribute('data-stands'))).toEqual(['true', 'true', 'false']);
    expect(rows[0]?.textContent).toContain('Kimura Yu');
    expect(rows[1]?.textContent).toContain('Wandering <b>pacemaker</b>');
    expect(rows[1]?.textContent).toContain('森 楓');
    expect(rows[2]?.textContent).toContain(words['no-longer']);
    await user.click(within(pane).getByText(/pacemaker/));
    expect(view.show).toHaveBeenLastCalledWith({ start: 7000, end: 9500 });
  },
);

test('a single step is undone and redone', async () => {
  const { user, desk } = await showLog('en', log);
  await user.click(await screen.findByRole('button', { name: /^Undo: Wandering/ }));
  expect(desk.write).toHaveBeenLastCalledWith([{ kind: 'undo', edit: 2 }]);
  await user.click(screen.getByRole('button', { name: 'Redo: 2 beats → V' }));
  expect(desk.write).toHaveBeenLastCalledWith([{ kind: 'undo', edit: 3 }]);
});

test('a user who does not write has no buttons', async () => {
  await showLog('en', log, false);
  expect(await screen.findAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: /^(Undo|Redo):/ })).toBeNull();
});

test('an empty log says so', async () => {
  await showLog('en', []);
  expect(await screen.findByText(en.none)).toBeTruthy();
});

test('before the log is read, the pane says nothing of its length', async () => {
  await showLog('en', [], true, {});
  const pane = await screen.findByRole('region', { name: en.title });
  expect(pane.textContent).toBe(en.title);
});
