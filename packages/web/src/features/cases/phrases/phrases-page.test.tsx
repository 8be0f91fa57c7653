// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { Link } from '@tanstack/react-router';
import { starterPhrases } from '@rhythmdesk/domain/report/starter-phrases';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, RenewAll, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as enFrames } from '../../../platform/texts/en/dialogs.ts';
import { texts as en } from '../../../platform/texts/en/phrases.ts';
import { texts as koFrames } from '../../../platform/texts/ko/dialogs.ts';
import { texts as ko } from '../../../platform/texts/ko/phrases.ts';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import { Page } from './phrases-page.tsx';

const library = {
  center: { id: 3, name: 'Reading Center', type: 'tech_center' },
  version: 4,
  phrases: starterPhrases.slice(0, 2),
  created_by: { id: 9, name: 'Chief' },
  created_at: '2026-11-20T08:00:00.000Z',
};

const page = () =>
  atAddress(
    '/phrases',
    <>
      <Link to="/guide">elsewhere</Link>
      <Page />
      <DialogHost />
    </>,
  );
const languages = [
  { language: 'en', words: en, frames: enFrames },
  { language: 'ko', words: ko, frames: koFrames },
] as const;

test.each(languages)(
  '$language: a phrase is added and the whole list saved with its version',
  async (one) => {
    signedInAs();
    const calls = answerCalls(({ body }) => Response.json(body === null ? library : { version: 5 }));
    const user = await showIn(one.language, page());
    const save = await screen.findByRole('button', { name: one.words.save });
    expect(save).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: one.words.add }));
    expect(screen.getByText(one.words['fault-empty'].replace('{{number}}', '3'))).toBeDefined();
    const added = screen.getByLabelText(one.words.text.replace('{{number}}', '3'));
    await user.type(added, 'New words');
    await user.click(screen.getByLabelText(one.words.up.replace('{{number}}', '3')));
    await user.click(save);
    const sent = () => calls.find(({ body }) => body !== null)?.body;
    await waitFor(() => expect(sent()).toBeDefined());
    const texts = { en: '', ja: '', ko: '', zh: '', [one.language]: 'New words' };
    const [first, second] = library.phrases;
    expect(sent()).toEqual({ version: 4, phrases: [first, { occasion: 'any', texts }, second] });
  },
);

test('another user’s version is not overwritten, and the typed text stays until the newest is taken', async () => {
  signedInAs();
  const stale = { code: 'report/phrases-stale', detail: 'Somebody else.', request_id: 'q9', fields: {} };
  answerCalls(({ body }) => (body === null ? Response.json(library) : Response.json(stale, { status: 409 })));
  const user = await showIn('en', page());
  const first = await screen.findByLabelText(en.text.replace('{{number}}', '1'));
  await user.type(first, ' mine');
  await user.click(screen.getByRole('button', { name: en.save }));
  expect(await screen.findByText('Somebody else.')).toBeDefined();
  expect(first).toHaveProperty('value', `${starterPhrases[0]?.texts.en ?? ''} mine`);
  expect(screen.getByRole('button', { name: en['take-newest'] })).toBeDefined();
});

test.each(languages)('$language: leaving unsaved changes asks first', async ({ language, words, frames }) => {
  signedInAs();
  answerCalls(() => Response.json(library));
  const user = await showIn(language, page());
  const first = await screen.findByLabelText(words.text.replace('{{number}}', '1'));
  await user.type(first, ' mine');
  const leave = () => user.click(screen.getByText('elsewhere'));
  await leave();
  const confirmation = await screen.findByRole('alertdialog');
  expect(confirmation.textContent).toContain(frames.discard);
  await user.click(within(confirmation).getByRole('button', { name: frames['discard.no'] }));
  expect(first).toHaveProperty('value', expect.stringMatching(/ mine$/));
});

test.each(languages)(
  '$language: typed phrases stay when another user’s version is fetched, and are saved on their own version',
  async ({ language, words }) => {
    signedInAs();
    let present = library;
    const calls = answerCalls(({ body }) => Response.json(body === null ? present : { version: 5 }));
    const user = await showIn(
      language,
      <>
        <RenewAll />
        {page()}
      </>,
    );
    const first = await screen.findByLabelText(words.text.replace('{{number}}', '1'));
    await user.type(first, ' mine');
    present = { ...library, version: 5, phrases: starterPhrases.slice(1, 3) };
    await user.click(screen.getByRole('button', { name: 'renew' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(screen.getByLabelText(words.text.replace('{{number}}', '1'))).toHaveProperty(
      'value',
      expect.stringMatching(/ mine$/),
    );
    await user.click(screen.getByRole('button', { name: words.save }));
    await waitFor(() => expect(calls.some(({ body }) => body !== null)).toBe(true));
    expect(calls.find(({ body }) => body !== null)?.body).toMatchObject({ version: 4 });
  },
);
