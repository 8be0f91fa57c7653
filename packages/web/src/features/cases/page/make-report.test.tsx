// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as enFrame } from '../../../platform/texts/en/dialogs.ts';
import { texts as en } from '../../../platform/texts/en/report.ts';
import { texts as jaFrame } from '../../../platform/texts/ja/dialogs.ts';
import { texts as koFrame } from '../../../platform/texts/ko/dialogs.ts';
import { texts as zhFrame } from '../../../platform/texts/zh/dialogs.ts';
import { texts as ja } from '../../../platform/texts/ja/report.ts';
import { texts as ko } from '../../../platform/texts/ko/report.ts';
import { texts as zh } from '../../../platform/texts/zh/report.ts';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import { testSaver } from '../model/test-saver.ts';
import { SaverProvider } from '../model/use-save.ts';
import { useMakeReport } from './make-report.ts';

const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
  { language: 'ko', words: ko },
  { language: 'zh', words: zh },
] as const;

const refused = (characters: Readonly<Record<string, string>>): Response =>
  Response.json(
    {
      code: 'report/unprintable',
      detail: 'Some characters cannot be printed.',
      request_id: 'q8',
      fields: Object.fromEntries(
        Object.entries(characters).map(([field, signs]) => [`characters.${field}`, signs]),
      ),
    },
    { status: 406 },
  );

const refusedBusy = (): Response =>
  Response.json({ code: 'case/wrong-state', detail: 'Not now.', request_id: 'q9' }, { status: 406 });

const frames = { en: enFrame, ja: jaFrame, ko: koFrame, zh: zhFrame } as const;

type MakerProps = { readonly onMade: () => void; readonly confirmed_date?: string };

function Maker({ onMade, confirmed_date }: MakerProps) {
  const { make } = useMakeReport({ case_id: 7, confirmed_date: confirmed_date ?? null }, onMade);
  return (
    <button type="button" onClick={() => void make('ko')}>
      make
    </button>
  );
}

test.each(languages)(
  '$language: characters without a font are named by field, and the version is saved if the user confirms',
  async ({ language, words }) => {
    signedInAs();
    const calls = answerCalls(({ body }) =>
      JSON.stringify(body).includes('"keep_unprintable":true')
        ? Response.json({ case_id: 7, version: 4, file_id: 9 })
        : refused({ patient: 'ნ ი', conclusion: '🏥' }),
    );
    const onMade = vi.fn<() => void>();
    const user = await showIn(
      language,
      <SaverProvider value={testSaver()}>
        <Maker onMade={onMade} />
        <DialogHost />
      </SaverProvider>,
    );
    await user.click(await screen.findByRole('button', { name: 'make' }));
    expect(await screen.findByText(words['unprintable.title'])).toBeDefined();
    const said = screen.getByRole('alertdialog').textContent;
    for (const part of ['〓', words['unprintable.patient'], 'ნ ი', words['unprintable.conclusion'], '🏥'])
      expect(said).toContain(part);
    expect(said).toContain(words['unprintable.name'].trim());
    expect(onMade).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: words['unprintable.make'] }));
    await waitFor(() => expect(onMade).toHaveBeenCalledTimes(1));
    expect(calls.map(({ body }) => body)).toMatchObject([
      { keep_unprintable: false },
      { keep_unprintable: true, keep_stale: false },
    ]);
  },
);

test('without a patient’s name the question does not speak of signing', async () => {
  signedInAs();
  answerCalls(() => refused({ strips: '🫀' }));
  const user = await showIn(
    'en',
    <SaverProvider value={testSaver()}>
      <Maker onMade={() => undefined} />
      <DialogHost />
    </SaverProvider>,
  );
  await user.click(await screen.findByRole('button', { name: 'make' }));
  expect(await screen.findByText(en['unprintable.title'])).toBeDefined();
  expect(screen.getByRole('alertdialog').textContent).not.toContain(en['unprintable.name'].trim());
});

test.each(languages)(
  '$language: the text of an amendment is whole, and offered again until the version is made',
  async ({ language, words }) => {
    signedInAs();
    let isDown = true;
    const calls = answerCalls(() =>
      isDown ? refusedBusy() : Response.json({ case_id: 7, version: 4, file_id: 9 }),
    );
    const user = await showIn(
      language,
      <SaverProvider value={testSaver()}>
        <Maker onMade={() => undefined} confirmed_date="2026-11-20T05:00:00Z" />
        <DialogHost />
      </SaverProvider>,
    );
    const make = async () => user.click(await screen.findByRole('button', { name: 'make' }));
    const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: words['amend.label'] });
    await make();
    await user.click(await field());
    await user.paste('a'.repeat(1001));
    expect((await field()).value).toHaveLength(1000);
    await user.clear(await field());
    await user.type(await field(), 'The rate was corrected.{Enter}');
    await user.click(await screen.findByRole('button', { name: frames[language].ok }));
    isDown = false;
    await make();
    expect((await field()).value).toBe('The rate was corrected.');
    await user.type(await field(), '{Enter}');
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls.at(-1)?.body).toMatchObject({ amendment: 'The rate was corrected.' });
    await make();
    expect((await field()).value).toBe('');
  },
);
