// @vitest-environment happy-dom
import type { ReadingChange } from '@rhythmdesk/ecg/reading/reading-changes';
import { fireEvent, screen, within } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { atAddress, showIn, signedInAs } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/desk.ts';
import { texts as ja } from '../../../../platform/texts/ja/desk.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import { StripPlaceProvider, useStripPlace } from '../../analysis/strip-place.tsx';
import { ReadingContext } from '../../reading/reading-context.tsx';
import type { WrittenEdit } from '../../reading/reading-state.ts';
import { testReading } from '../../reading/test-reading.ts';
import { changeGroups, changeWorkOf } from './change-work.ts';
import { ChangesList } from './changes-list.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { testDesk } from '../session/test-desk.ts';

const by = (sequence: number, name: string | null): WrittenEdit => ({
  sequence,
  analysis_version: 1,
  edit: { kind: 'undo', edit: 1 },
  author: name === null ? null : { id: 4, name },
  at_ms: Date.UTC(2026, 10, 20, 5, sequence),
});
const log = [by(1, '森 楓'), by(2, 'Saito Ren'), by(3, null)];

const af = { kind: 'af', start_sample: 7000, end_sample: 9500 } as const;
const changes: readonly ReadingChange[] = [
  { kind: 'beats_relabelled', from: 'N', to: 'V', samples: [900, 1200], edit: 1 },
  { kind: 'beats_relabelled', from: 'N', to: 'V', samples: [2000], edit: 2 },
  { kind: 'finding_rejected', finding: af, edit: 3 },
];

/** Provides the recording that the page shows. */
function Keeping({ view, children }: { view: typeof viewHandle; children: ReactNode }) {
  const place = useStripPlace();
  useEffect(() => place.keep(view), [place, view]);
  return children;
}

async function showChanges(language: 'en' | 'ja', found: readonly ReadingChange[]) {
  signedInAs({ name: 'Kimura Yu' });
  const view = { ...viewHandle, show: vi.fn<RecordingHandle['show']>(), select: vi.fn() };
  const desk = testDesk({ view });
  changeWorkOf(desk).found.set(found);
  const page = (
    <StripPlaceProvider>
      <Keeping view={view}>
        <ChangesPanel desk={desk} detail={{ case_id: 7, recording: 'ready' }} />
        <ChangesList desk={desk} />
      </Keeping>
    </StripPlaceProvider>
  );
  const read = <ReadingContext value={testReading({ log })}>{page}</ReadingContext>;
  const user = await showIn(language, atAddress('/', read));
  return { user, view, desk };
}

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)('$language: kinds have counts; each change has its author, time and position', async (one) => {
  const { user, view } = await showChanges(one.language, changes);
  const panel = await screen.findByRole('complementary', { name: one.words['view.changes'] });
  const kinds = within(panel).getAllByRole('button');
  expect(kinds.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/N → V.*3/),
    expect.stringMatching(/1$/),
  ]);
  const rows = within(screen.getByRole('region', { name: 'N → V' })).getAllByRole('button');
  expect(rows.map(({ textContent }) => /at \d+\./.exec(textContent)?.[0])).toEqual(['at 900.', 'at 2000.']);
  expect(rows[0]?.textContent).toMatch(/森 楓 · .*20/);
  expect(rows[1]?.textContent).toContain('Saito Ren');
  await user.click(within(screen.getByRole('region', { name: 'N → V' })).getByText('at 2000.'));
  expect(view.show).toHaveBeenLastCalledWith({ start: 2000, end: 2000 });
  expect(view.select).toHaveBeenLastCalledWith({ anchor: 2000, focus: 2000 });
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true']);
});

test('the arrows go from change to change and on to the next kind, full stop to the next beat of one', async () => {
  const { view } = await showChanges('en', changes);
  await screen.findByRole('region', { name: 'N → V' });
  const press = (key: string, ctrlKey = false): boolean =>
    !fireEvent.keyDown(document.body, { key, ctrlKey });
  const shown = () => view.show.mock.calls.map(([span]) => span.start);
  // The first change is shown from the start.
  for (const key of ['.', 'ArrowDown', 'j', 'ArrowDown', 'k']) expect(press(key)).toBe(true);
  expect(shown()).toEqual([900, 1200, 2000, 7000, 7000, 2000]);
  expect(press('ArrowDown', true)).toBe(false);
  expect(press('Enter')).toBe(false);
});

test('a finding is shown completely; an own change has the name of the signed-in user', async () => {
  const { user, view, desk } = await showChanges('en', changes);
  const [, , key] = changeGroups(changes, []).flatMap(({ rows }) => rows.map((row) => row.key));
  const panel = await screen.findByRole('complementary', { name: en['view.changes'] });
  await user.click(within(panel).getByRole('button', { name: /1$/ }));
  expect(changeWorkOf(desk).current.get()).toBe(key);
  expect(view.show).toHaveBeenLastCalledWith({ start: 7000, end: 9500 });
  expect(view.select).toHaveBeenLastCalledWith(null);
  const [row] = await screen.findAllByText(en['changes.done.finding_rejected']);
  expect(row?.closest('button')?.textContent).toContain('Kimura Yu');
});

test('accepted findings are folded away: they do not count as changes and no key reaches them until unfolded', async () => {
  const vt = { kind: 'vt', start_sample: 3000, end_sample: 3500 } as const;
  const accepted: ReadingChange = { kind: 'finding_accepted', finding: vt, edit: 2 };
  const { user, view } = await showChanges('en', [...changes, accepted]);
  const panel = await screen.findByRole('complementary', { name: en['view.changes'] });
  expect(within(panel).getByText('3 changes')).toBeTruthy();
  const folded = within(panel).getByRole('button', { name: new RegExp(en['changes.accepted']) });
  expect(folded.getAttribute('aria-expanded')).toBe('false');
  for (let i = 0; i < 6; i += 1) fireEvent.keyDown(document.body, { key: 'ArrowDown' });
  expect(view.show.mock.calls.some(([span]) => span.start === 3000)).toBe(false);
  await user.click(folded);
  expect(view.show).toHaveBeenLastCalledWith({ start: 3000, end: 3500 });
  expect(screen.getByRole('region', { name: en['changes.accepted'] })).toBeTruthy();
  await user.click(folded);
  expect(screen.getByRole('region', { name: 'N → V' })).toBeTruthy();
});

test('without changes it says so', async () => {
  await showChanges('en', []);
  expect(await screen.findByText(en['changes.none'])).toBeTruthy();
  expect(screen.queryByRole('region')).toBeNull();
});
