// @vitest-environment happy-dom
import type { Preferences } from '@rhythmdesk/contract/people';
import { preferences } from '@rhythmdesk/contract/people';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, sessionUser, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/practice.ts';
import { texts as ja } from '../../../platform/texts/ja/practice.ts';
import { ReadingContext } from '../reading/reading-context.tsx';
import { type ReadingState, writtenHere } from '../reading/reading-state.ts';
import { testReading } from '../reading/test-reading.ts';
import { PracticeOffer } from './practice-offer.tsx';
import type { DeskView } from './session/desk-views.ts';

const edit_lock = { holder: null, here: false, may_take: true, may_ask: true, asked_by: null };
const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const;

async function opened(
  language: 'en' | 'ja',
  part: Partial<Preferences>,
  reading: Partial<ReadingState>,
  view: DeskView = 'findings',
) {
  let kept: Preferences = { lists: {}, single_letter_keys: true, ...part };
  signedInAs({ preferences: kept });
  answerCalls(({ path, body }) => {
    if (path.endsWith('user/me')) return Response.json(sessionUser({ preferences: kept }));
    if (typeof body === 'object' && body !== null && 'preferences' in body)
      kept = preferences.parse(body.preferences);
    return Response.json({ ok: true });
  });
  const page = (
    <ReadingContext value={testReading({ edit_lock, ...reading })}>
      <PracticeOffer view={view} />
      <p>desk</p>
    </ReadingContext>
  );
  const user = await showIn(language, atAddress('/review/7', page));
  await screen.findByText('desk');
  return { user, kept: () => kept };
}

test.each(languages)('$language: it is offered until it was answered', async ({ language, words }) => {
  const { user, kept } = await opened(language, {}, {});
  expect(screen.getByText(words['offer.title'])).toBeDefined();
  await user.click(screen.getByRole('button', { name: words['offer.skip'] }));
  await waitFor(() => expect(screen.queryByText(words['offer.title'])).toBeNull());
  expect(kept().first_reading).toBe('skipped');
});

test.each([
  ['was answered', { first_reading: 'done' as const }, {}],
  [
    'has written here',
    {},
    { log: writtenHere([{ kind: 'undo', edit: 1 }], { after: 1, analysis_version: 1, at_ms: 0 }) },
  ],
  ['may not write', {}, { edit_lock: { ...edit_lock, may_take: false } }],
])('it is not offered to a user who %s', async (_who, part, reading) => {
  await opened('en', part, reading);
  expect(screen.queryByText(en['offer.title'])).toBeNull();
});

test.each(['report', 'changes'] as const)('it does not cover the %s', async (view) => {
  await opened('en', {}, {}, view);
  expect(screen.queryByText(en['offer.title'])).toBeNull();
});
