// @vitest-environment happy-dom
import type { ReportVersion } from '@rhythmdesk/contract/cases';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/report.ts';
import { texts as ko } from '../../../../platform/texts/ko/report.ts';
import { texts as dialogsEn } from '../../../../platform/texts/en/dialogs.ts';
import { texts as dialogsKo } from '../../../../platform/texts/ko/dialogs.ts';
import { testSaver } from '../../model/test-saver.ts';
import { SaverProvider } from '../../model/use-save.ts';
import { testDesk } from '../session/test-desk.ts';
import { ReportPreview } from './report-preview.tsx';
import { madeToHandOnOf, reportWishOf } from './report-standing.ts';

/** Returns two pages for any bytes, once the bytes have arrived. */
vi.mock('../../pdf/use-pdf.ts', () => ({
  usePdf: (bytes: ArrayBuffer | undefined) =>
    bytes === undefined
      ? { kind: 'opening' }
      : { kind: 'open', pages: [1, 2].map((number) => ({ number, paper: { width: 595, height: 842 } })) },
}));

const pages = [
  { language: 'en', words: en, again: dialogsEn['try-again'] },
  { language: 'ko', words: ko, again: dialogsKo['try-again'] },
] as const;
const detail = {
  case_id: 7,
  version: 3,
  hn_id: 'HN100007',
  confirmed_date: null,
  can_edit_reading: false,
  report_versions: [],
  report_behind: false,
  recording: 'ready' as const,
  hospital_language: 'ko' as const,
};
const faultOf = (code: string, detail_: string) => ({ code, detail: detail_, request_id: 'q7', fields: {} });

test.each(pages)('$language: an error is shown, with another try', async ({ language, words, again }) => {
  signedInAs();
  const calls = answerCalls(() =>
    Response.json(faultOf('server/unavailable', 'Try again in a moment.'), { status: 503 }),
  );
  const user = await showIn(language, <ReportPreview desk={testDesk()} detail={detail} />);
  expect(await screen.findByText(/q7/)).toBeDefined();
  expect(screen.getByRole('heading', { name: words.title })).toBeDefined();
  const before = calls.length;
  await user.click(screen.getByRole('button', { name: again }));
  await waitFor(() => expect(calls).toHaveLength(before + 1));
  expect(await screen.findByText(/q7/)).toBeDefined();
});

test('the report is in the language of the hospital, whatever the language of the page', async () => {
  signedInAs();
  const calls = answerCalls(() => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }));
  await showIn('en', <ReportPreview desk={testDesk()} detail={detail} />);
  await waitFor(() => expect(calls.map(({ path }) => path).join(' ')).toContain('language=ko'));
});

test('the outline of a page is shown from the start until the pages are ready', async () => {
  signedInAs();
  const answer = Promise.withResolvers<Response>();
  answerCalls(({ path }) => (path.includes('report/preview') ? answer.promise : Response.json({})));
  await showIn('en', <ReportPreview desk={testDesk()} detail={detail} />);
  expect(screen.getByRole('status', { name: dialogsEn.loading }).getAttribute('aria-busy')).toBe('true');
  answer.resolve(new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }));
  await waitFor(() => expect(screen.queryByRole('status', { name: dialogsEn.loading })).toBeNull());
});

test.each(pages)(
  '$language: a case of another user says so and leads to its page',
  async ({ language, words, again }) => {
    signedInAs();
    const said = 'This case is not assigned to you.';
    answerCalls(() => Response.json(faultOf('case/not-yours', said), { status: 406 }));
    await showIn(language, atAddress('/', <ReportPreview desk={testDesk()} detail={detail} />));
    expect(await screen.findByText(said)).toBeDefined();
    expect(screen.queryByRole('button', { name: again })).toBeNull();
    expect(screen.getByRole('link', { name: words['open-case'] }).getAttribute('href')).toBe('/detail/7');
  },
);

test('without an analysis the page says so, and another language requests it', async () => {
  signedInAs();
  const calls = answerCalls(() =>
    Response.json(faultOf('report/no-analysis', 'No analysis yet.'), { status: 416 }),
  );
  const user = await showIn('en', <ReportPreview desk={testDesk()} detail={detail} />);
  expect(await screen.findByText('No analysis yet.')).toBeDefined();
  expect(screen.queryByRole('button', { name: dialogsEn['try-again'] })).toBeNull();
  expect(calls.at(-1)?.path).toContain('report/preview?language=ko');
  await user.click(screen.getByRole('combobox', { name: en.language }));
  const list = await screen.findByRole('listbox');
  await user.click(within(list).getByRole('option', { name: '日本語' }));
  await screen.findByText('No analysis yet.');
  expect(calls.at(-1)?.path).toContain('report/preview?language=ja');
});

test.each(pages)(
  '$language: the button of a version keeps the focus while pages load, and a click waits for them',
  async ({ language, words }) => {
    signedInAs();
    const waiting: (() => void)[] = [];
    const calls = answerCalls(({ path }) =>
      path.includes('report/preview')
        ? new Promise<Response>((resolve) => waiting.push(() => resolve(new Response('%PDF'))))
        : Response.json({ case_id: 7, version: 4, file_id: 9 }),
    );
    const made = (): number => calls.filter(({ path }) => path.endsWith('make-report')).length;
    const user = await showIn(
      language,
      <SaverProvider value={testSaver()}>
        <ReportPreview desk={testDesk()} detail={{ ...detail, can_edit_reading: true }} />
      </SaverProvider>,
    );
    const button = await screen.findByRole('button', { name: words.make });
    button.focus();
    await user.keyboard('{Enter}');
    expect(made()).toBe(0);
    await waitFor(() => expect(waiting).toHaveLength(1));
    act(() => waiting.forEach((come) => come()));
    expect(await screen.findByText(words['as-it-stands'])).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: words.make }));
    await waitFor(() => expect(made()).toBe(1));
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
    expect(document.activeElement).toBe(button);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(made()).toBe(2));
  },
);

test('a version that is made while the conclusion is unsaved waits for it', async () => {
  signedInAs();
  const sent: string[] = [];
  answerCalls(({ path }) => {
    if (!path.endsWith('make-report')) return new Response('%PDF');
    sent.push('report');
    return Response.json({ case_id: 7, version: 5, file_id: 9 });
  });
  const whole = testSaver();
  const saved = whole.log.wait();
  const settle = async (): Promise<boolean> => {
    if (sent.length === 0) sent.push('conclusion');
    act(saved);
    return true;
  };
  const user = await showIn(
    'en',
    <SaverProvider value={{ ...whole, settle }}>
      <ReportPreview desk={testDesk()} detail={{ ...detail, can_edit_reading: true }} />
    </SaverProvider>,
  );
  await user.click(await screen.findByRole('button', { name: en.make }));
  await waitFor(() => expect(sent).toEqual(['conclusion', 'report']));
});

test('only a version that the next step asked for leads on to the request', async () => {
  signedInAs();
  answerCalls(({ path }) =>
    path.endsWith('make-report')
      ? Response.json({ case_id: 7, version: 5, file_id: 9 })
      : new Response('%PDF'),
  );
  const desk = testDesk();
  const user = await showIn(
    'en',
    <SaverProvider value={testSaver()}>
      <ReportPreview desk={desk} detail={{ ...detail, can_edit_reading: true }} />
    </SaverProvider>,
  );
  act(() => reportWishOf(desk).set('handing-on'));
  await waitFor(() => expect(madeToHandOnOf(desk).get()).toBe(true));
  await user.click(screen.getByRole('button', { name: en.make }));
  await waitFor(() => expect(madeToHandOnOf(desk).get()).toBe(false));
});

const version: ReportVersion = {
  ...{ report_version: 2, file_id: 9, source: 'reading', current: true, signature: null },
  ...{ created_at: '2026-11-20T08:00:00.000Z', created_by: null },
};
test.each([
  { name: 'as it was saved', changed: {}, standing: 'Version 2 saved' },
  { name: 'changed since', changed: { report_behind: true }, standing: en['as-it-stands'] },
  {
    name: 'beside a report of the device',
    changed: { report_versions: [{ ...version, source: 'device' as const }] },
    standing: en['as-it-stands'],
  },
])('a reading $name: $standing', async ({ changed, standing }) => {
  signedInAs();
  answerCalls(() => new Response('%PDF'));
  const saved = { ...detail, report_versions: [version], ...changed };
  await showIn('en', <ReportPreview desk={testDesk()} detail={saved} />);
  expect(await screen.findByText(standing)).toBeDefined();
});
