// @vitest-environment happy-dom
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/practice.ts';
import { texts as ko } from '../../../platform/texts/ko/practice.ts';
import { useStored } from '../../../platform/use-stored.ts';
import { StripPlaceProvider } from '../analysis/strip-place.tsx';
import { testDesk } from '../desk/session/test-desk.ts';
import { ReadingContext } from '../reading/reading-context.tsx';
import { closedReading, writtenHere } from '../reading/reading-state.ts';
import { testReading } from '../reading/test-reading.ts';
import { PracticeCoach } from './practice-coach.tsx';
import { practiceStores } from './practice-progress.ts';
import { practiceSteps } from './practice-steps.ts';
import { mending, practice, readingOf } from './test-practice.ts';

const session = testReading();
const { state } = session;

const languages = [
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const;

function read(edits: readonly ReadingEdit[]): void {
  const log = writtenHere(edits, { after: 0, analysis_version: 1, at_ms: 0 });
  state.set({ ...closedReading, shown: readingOf(edits), log });
}

beforeEach(() => {
  localStorage.clear();
  read([]);
});

const onLeave = vi.fn();
const onAgain = vi.fn();

function Coach({ stores }: { readonly stores: ReturnType<typeof practiceStores> }) {
  const { shown } = useStored(state);
  const desk = testDesk({ shown });
  return (
    <ReadingContext value={session}>
      <StripPlaceProvider>
        <PracticeCoach {...{ desk, practice, stores, onLeave, onAgain }} />
      </StripPlaceProvider>
    </ReadingContext>
  );
}

async function opened(language: 'en' | 'ko') {
  signedInAs();
  const stores = practiceStores(7);
  const user = await showIn(language, atAddress('/practice', <Coach stores={stores} />));
  await screen.findByRole('complementary');
  return { user, stores };
}

test.each(languages)(
  '$language: a step is done once its effect is visible, another is skipped, and both are stored',
  async ({ language, words }) => {
    const { user } = await opened(language);
    const now = () =>
      within(screen.getByRole('region', { name: words.now })).getByRole('heading').textContent;
    expect(now()).toBe(words['step.accept']);
    act(() => read([mending.accept]));
    expect(now()).toBe(words['step.reject']);
    await user.click(screen.getByRole('button', { name: words.skip }));
    expect(now()).toBe(words['step.move']);
    const steps = within(screen.getByRole('list', { name: words.steps }));
    expect(steps.getAllByRole('img', { name: words['state.done'] })).toHaveLength(1);
    expect(steps.getAllByRole('img', { name: words['state.skipped'] })).toHaveLength(1);
    expect(practiceStores(7).progress.get()).toMatchObject({ done: ['accept'], skipped: ['reject'] });
  },
);

test.each(languages)(
  '$language: the score is shown beside the analysis’s own',
  async ({ language, words }) => {
    const { user, stores } = await opened(language);
    act(() => read(Object.values(mending)));
    await user.click(screen.getByRole('button', { name: words.finish }));
    const result = await screen.findByRole('complementary', { name: words['score.title'] });
    expect(within(result).getByText(/^100\s?%$/, { selector: 'p' })).toBeDefined();
    const row = within(result).getByRole('row', { name: new RegExp(words['score.vt']) });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent.replace(/\s/, '')),
    ).toEqual([...['100%', '100%', '100%', '66%']]);
    const left = practiceSteps.length - Object.keys(mending).length;
    expect(
      within(within(result).getByRole('list', { name: words['score.missed'] })).getAllByRole('listitem'),
    ).toHaveLength(left);
    await user.click(within(result).getByRole('button', { name: words['go-on'] }));
    expect(stores.progress.get().finished).toBe(false);
    expect(await screen.findByRole('region', { name: words.now })).toBeDefined();
  },
);

test('a written conclusion is a step, stored for the next time and deleted with it', async () => {
  const { stores } = await opened('en');
  act(() => stores.conclusion.set({ version: 2, text: 'Sinus rhythm.', figures: [] }));
  expect(stores.progress.get().done).toEqual(['conclusion']);
  expect(practiceStores(7).conclusion.get()).toEqual({ version: 2, text: 'Sinus rhythm.', figures: [] });
  stores.forget();
  expect(practiceStores(7).conclusion.get().text).toBe('');
});
