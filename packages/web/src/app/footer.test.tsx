// @vitest-environment happy-dom
import { releases } from '@rhythmdesk/domain/releases/releases';
import type { Notice } from '@rhythmdesk/contract/notices';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { answerCalls, showIn, signedInAs } from '../platform/test-page.tsx';
import { setSessionState } from '../platform/session/session-state.ts';
import { texts as en } from '../platform/texts/en/footer.ts';
import { texts as enFrame } from '../platform/texts/en/dialogs.ts';
import { texts as enLegal } from '../platform/texts/en/legal.ts';
import { texts as zh } from '../platform/texts/zh/footer.ts';
import { texts as zhFrame } from '../platform/texts/zh/dialogs.ts';
import { texts as zhLegal } from '../platform/texts/zh/legal.ts';
import { Footer } from './footer.tsx';

const languages = [
  { language: 'en', words: en, frame: enFrame, legal: enLegal },
  { language: 'zh', words: zh, frame: zhFrame, legal: zhLegal },
] as const;

const site = {
  version: '1.2.3',
  support_phone: '+82 2 555 0100',
  support_email: 'help@rhythmdesk.example',
  company_address: '12 Bell Street, Seoul',
  languages_offered: ['en' as const],
};

const shown = (element: Element): boolean => getComputedStyle(element).display !== 'none';

test.each(languages)('$language: company, phone, e-mail link and copyright', async (one) => {
  signedInAs({ site });
  await showIn(one.language, <Footer tall />);
  const company = await screen.findByText(/12 Bell Street, Seoul/);
  expect(company.textContent).toContain('+82 2 555 0100');
  const mail = screen.getByRole('link', { name: 'help@rhythmdesk.example' });
  expect(mail.getAttribute('href')).toBe('mailto:help@rhythmdesk.example');
  expect(screen.getByText(/© \d{4} Rhythmdesk/)).toBeDefined();
});

test.each(['licence', 'privacy'] as const)(
  'the %s opens in a dialog that a button closes',
  async (subject) => {
    for (const one of languages) {
      const user = await showIn(one.language, <Footer />);
      await user.click(await screen.findByRole('button', { name: one.words[subject] }));
      const dialog = await screen.findByRole('dialog', { name: one.words[subject] });
      const first = subject === 'licence' ? one.legal['licence.use.title'] : one.legal['privacy.what.title'];
      expect(await within(dialog).findByText(first)).toBeDefined();
      await user.click(within(dialog).getByRole('button', { name: one.frame.close }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      document.body.replaceChildren();
    }
  },
);

test.each(languages)(
  '$language: without a sign-in it says that notices come after it, 700 wide',
  async (one) => {
    setSessionState({ kind: 'signed-out', reason: undefined });
    const user = await showIn(one.language, <Footer tall />);
    await user.click(await screen.findByRole('button', { name: one.words.notices }));
    const dialog = await screen.findByRole('dialog', { name: one.words.notices });
    expect(within(dialog).getByText(one.words['notices.sign-in-first'])).toBeDefined();
    expect(dialog.style.maxWidth).toBe('700px');
  },
);

test('signed in, the notices are panels with title and content, and a failed request says so', async () => {
  signedInAs({ site });
  const notice: Notice = {
    id: 1,
    title: 'Service on Sunday',
    content: 'From 02:00 to 03:00.',
    category: 'service',
    from_time: '2026-11-20T00:00:00.000Z',
    to_time: '2026-11-30T00:00:00.000Z',
    read: false,
  };
  let fails = false;
  answerCalls(() =>
    fails
      ? Response.json({ code: 'server/failure', detail: 'x', request_id: 'r' }, { status: 500 })
      : Response.json({ items: [notice] }),
  );
  const user = await showIn('en', <Footer />);
  await user.click(await screen.findByRole('button', { name: en.notices }));
  expect((await screen.findByText('Service on Sunday')).closest('details')?.open).toBe(false);
  expect(screen.getByText('From 02:00 to 03:00.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: enFrame.close }));
  fails = true;
  await user.click(screen.getByRole('button', { name: en.notices }));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  fails = false;
  await user.click(screen.getByRole('button', { name: enFrame['try-again'] }));
  expect(await screen.findByText('Service on Sunday')).toBeDefined();
});

test.each(languages)('$language: the version opens the release notes, newest first', async (one) => {
  signedInAs({ site });
  const user = await showIn(one.language, <Footer />);
  await user.click(await screen.findByRole('button', { name: /1\.2\.3/ }));
  const dialog = await screen.findByRole('dialog', { name: one.words.releases });
  const [newest] = releases;
  for (const text of [...newest.for_users, ...newest.for_administrators])
    expect(within(dialog).getByText(text[one.language])).toBeDefined();
  const titles = within(dialog).getAllByRole('heading', { level: 3 });
  expect(titles.map((title) => title.textContent)).toEqual(releases.map(({ version }) => version));
});

test('without a known version the footer names none', async () => {
  signedInAs({ site: { ...site, version: '' } });
  await showIn('en', <Footer />);
  expect(await screen.findByText(en.notices)).toBeDefined();
  expect(screen.queryByText(/Version/)).toBeNull();
});

test.each([
  { width: 768, rest: true },
  { width: 767, rest: false },
])('at $width px everything, or only the copyright is shown', async ({ width, rest }) => {
  signedInAs({ site });
  window.happyDOM.setViewport({ width });
  onTestFinished(() => window.happyDOM.setViewport({ width: 1024 }));
  await showIn('en', <Footer />);
  expect(shown(await screen.findByText(/© \d{4} Rhythmdesk/))).toBe(true);
  const others = [/12 Bell Street/, 'help@rhythmdesk.example', en.licence, en.privacy, en.notices];
  expect(others.map((text) => shown(screen.getByText(text)))).toEqual(others.map(() => rest));
});

test('the lines of a narrow footer are close together', async () => {
  signedInAs({ site });
  await showIn('en', <Footer />);
  await screen.findByText(/12 Bell Street/);
  expect(getComputedStyle(screen.getByRole('contentinfo')).gap).toBe('0 16px');
});
