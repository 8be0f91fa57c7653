// @vitest-environment happy-dom
import type { CaseDetail, Comment } from '@rhythmdesk/contract/cases';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/pins.ts';
import { texts as ja } from '../../../../platform/texts/ja/pins.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import { DialogHost } from '../../../../ui/dialogs/dialog-host.tsx';
import { dialogs } from '../../../../ui/dialogs/dialogs.ts';
import { StripPlaceProvider, useStripPlace } from '../../analysis/strip-place.tsx';
import { PinEditor } from './pin-dialog.tsx';
import { PinsSection } from './pins-panel.tsx';
import { testDesk } from '../session/test-desk.ts';
import { useFirstPin } from './use-first-pin.ts';
import { useDeskPins } from './use-pin-keys.ts';
import { PinsProvider } from './use-pin-work.ts';

const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const;

const chief = { id: 9, name: 'Saito Ren' };
const technician = { id: 7, name: 'Mori Kaede' };
const pinned = (comment_id: number, start_sample: number, part: Partial<Comment> = {}): Comment => ({
  comment_id,
  user: chief,
  institution: 'Center',
  internal: true,
  content: `Look at ${String(comment_id)}`,
  mentions: [],
  place: { start_sample, end_sample: start_sample + 500 },
  reply_to: null,
  answered: null,
  created_at: '2026-11-20T01:00:00.000Z',
  ...part,
});
const answered = { by: technician, at: '2026-11-20T02:00:00.000Z' };
const plain = { place: null, mentions: [] };
const manifest: RecordingManifest = {
  case_id: 7,
  recording_id: 1,
  start_ms: 0,
  time_zone: 'Asia/Tokyo',
  sampling_hz: 250,
  samples: 100_000,
  leads: [],
  levels: [],
  gaps: [],
  events: [],
  hours: [],
  synthetic: false,
};

type Shown = {
  readonly items: readonly Comment[];
  readonly technician_id?: number;
  readonly may?: boolean;
  /** The status of the server's response when a pinned comment is resolved. */
  readonly answers?: number;
  /** The server returns the comments only then. */
  readonly after?: Promise<undefined>;
};

/** Simulates the server; the requests of the page change its state. */
function serve({ items, answers = 200, after }: Pick<Shown, 'items' | 'answers' | 'after'>) {
  let held = [...items];
  const calls = answerCalls(async ({ path, body }) => {
    if (path.endsWith('/answer')) {
      const done = { ...pinned(2, 20_000), answered };
      held = held.map((one) => (one.comment_id === 2 ? done : one));
      if (answers !== 200) return Response.json({ code: 'case/pin-answered' }, { status: answers });
      return Response.json(done);
    }
    if (path.includes('comments') && body !== null) {
      const said = pinned(50, 0, { user: technician, ...plain, ...body });
      held = [...held, said];
      return Response.json(said, { status: 201 });
    }
    if (!path.includes('comments')) return Response.json(manifest);
    await after;
    return Response.json({ items: held });
  });
  return calls;
}

async function showDesk(language: 'en' | 'ja', { items, technician_id = 7, may = true, ...served }: Shown) {
  signedInAs(technician);
  const calls = serve({ items, ...served });
  const show = vi.fn<RecordingHandle['show']>();
  const view = { ...viewHandle, show, strip: () => ({ start: 4000, end: 6000 }), middle: () => 5000 };
  const desk = testDesk({ view });
  const detail = {
    case_id: 7,
    recording: 'none' as const,
    technician: { id: technician_id, name: '' },
    can_comment_internally: true,
    can_answer_pins: may,
  } satisfies Partial<CaseDetail>;
  function Desk() {
    const place = useStripPlace();
    useEffect(() => place.keep(view), [place]);
    const pins = useDeskPins({ detail, desk, change: null, manifest, first: useFirstPin(detail) });
    return (
      <PinsProvider value={pins}>
        <PinsSection {...{ desk, detail }} always />
        <PinEditor {...{ detail, view }} />
      </PinsProvider>
    );
  }
  const page = (
    <StripPlaceProvider>
      <Desk />
      <DialogHost />
    </StripPlaceProvider>
  );
  const user = await showIn(language, atAddress('/review/7', page));
  onTestFinished(() => dialogs.dismissAll());
  const { title } = language === 'en' ? en : ja;
  const pane = await screen.findByRole('region', { name: title });
  return { user, show, calls, pane, read: vi.mocked(desk.read) };
}

const items = [pinned(1, 900, { answered }), pinned(2, 20_000), pinned(3, 7000)];
const current = (pane: HTMLElement) => pane.querySelector('[aria-current="true"]');

test.each(languages)(
  '$language: the assignee’s desk opens at the first open pin, and keys go from one to the next',
  async ({ language, words }) => {
    const { user, show, pane, read } = await showDesk(language, { items });
    await waitFor(() => expect(show).toHaveBeenCalledExactlyOnceWith({ start: 7000, end: 7500 }));
    expect(pane.textContent).toContain(words.open_other.replace('{{value}}', '2'));
    const rows = within(pane).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => /Look at \d/.exec(textContent)?.[0])).toEqual([
      'Look at 3',
      'Look at 2',
      'Look at 1',
    ]);
    expect(rows[2]?.textContent).toContain('Mori Kaede');
    expect(current(pane)).toBe(rows[0]);
    // There is no finding at that place, so the next key applies to none.
    expect(read).toHaveBeenLastCalledWith(null);
    await user.keyboard('h');
    expect(show).toHaveBeenLastCalledWith({ start: 20_000, end: 20_500 });
    await user.keyboard('{Shift>}h{/Shift}');
    expect(show).toHaveBeenLastCalledWith({ start: 7000, end: 7500 });
    const spoken = words.go.replace('{{number}}', '1').replace('{{time}}', 'at 900.');
    await user.click(screen.getByText(spoken));
    expect(show).toHaveBeenLastCalledWith({ start: 900, end: 1400 });
    // A resolved comment cannot be resolved again; replies are still possible.
    expect(screen.queryByRole('button', { name: new RegExp(`^${words.answer}`) })).toBeNull();
    expect(screen.getByRole('button', { name: new RegExp(`^${words.reply}`) })).toBeDefined();
  },
);

test('no number of open comments is shown before they are loaded', async () => {
  const loaded = Promise.withResolvers<undefined>();
  const { pane } = await showDesk('en', { items, after: loaded.promise });
  expect(pane.textContent).not.toContain('open');
  loaded.resolve(undefined);
  await waitFor(() => expect(pane.textContent).toContain('2 open'));
});

test.each(languages)('$language: a key answers the selected pin', async ({ language, words }) => {
  const { user, calls, pane } = await showDesk(language, { items });
  await waitFor(() => expect(current(pane)).not.toBeNull());
  await user.keyboard('h');
  expect(current(pane)?.textContent).toContain(words['state.open']);
  await user.keyboard('y');
  await waitFor(() => expect(current(pane)?.textContent).not.toContain(words['state.open']));
  expect(calls.find(({ path }) => path.endsWith('/answer'))?.body).toEqual({ comment_id: 2 });
});

test.each([
  { answers: 409, faults: 0, what: 'whose answer comes second reads the first one without a fault' },
  { answers: 500, faults: 1, what: 'an answer that the server could not take is a fault' },
])('$what', async ({ answers, faults }) => {
  const { user, pane } = await showDesk('en', { items, answers });
  await waitFor(() => expect(current(pane)).not.toBeNull());
  await user.keyboard('hy');
  // The comments are loaded again after the error.
  await waitFor(() => expect(current(pane)?.textContent).not.toContain(en['state.open']));
  await waitFor(() => expect(screen.queryAllByRole('alertdialog')).toHaveLength(faults));
});

test.each(languages)(
  '$language: a comment is written by keys at the middle of the strip, a reply to the pin',
  async ({ language, words }) => {
    const { user, calls, pane } = await showDesk(language, { items });
    await waitFor(() => expect(current(pane)).not.toBeNull());
    await user.keyboard('c');
    const title = words.new.replace('{{time}}', 'at 5000.');
    const dialog = await screen.findByRole('alertdialog', { name: title });
    await user.keyboard('{Enter}');
    expect(within(dialog).getByRole('alert')).toBeDefined();
    await user.keyboard('Is this{Shift>}{Enter}{/Shift}AF?{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const place = { start_sample: 5000, end_sample: null };
    const sent = { content: 'Is this\nAF?', internal: true, mentions: [], place };
    expect(calls.map(({ body }) => body)).toContainEqual(sent);
    await user.keyboard('{Shift>}c{/Shift}');
    await screen.findByRole('alertdialog', { name: words['reply-to'].replace('{{number}}', '3') });
    await user.keyboard('Mended.{Control>}{Enter}{/Control}');
    await waitFor(() => expect(within(pane).getByText('Mended.')).toBeDefined());
    const reply = { content: 'Mended.', internal: true, mentions: [], reply_to: 3 };
    expect(calls.map(({ body }) => body)).toContainEqual(reply);
  },
);

test.each(languages)(
  '$language: unsent text is restored, of each reply separately, until it is sent',
  async ({ language, words }) => {
    const { user, calls, pane } = await showDesk(language, { items });
    await waitFor(() => expect(current(pane)).not.toBeNull());
    const field = async () => {
      const dialog = await screen.findByRole('alertdialog');
      return within(dialog).getByRole('textbox', { name: new RegExp(words.label) });
    };
    const left = async (): Promise<void> => {
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    };
    await user.keyboard('c');
    await user.type(await field(), 'Is this AF?');
    await left();
    await user.keyboard('{Shift>}c{/Shift}');
    expect(await field()).toHaveProperty('value', '');
    await left();
    await user.keyboard('c');
    expect(await field()).toHaveProperty('value', 'Is this AF?');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls.some(({ path, body }) => path.includes('comments') && body !== null)).toBe(true);
    await user.keyboard('c');
    expect(await field()).toHaveProperty('value', '');
    await left();
  },
);

test('the desk of another user, and one without an open pin of another, opens as usual', async () => {
  const other = await showDesk('en', { items, technician_id: 8, may: false });
  await within(other.pane).findAllByRole('listitem');
  expect(current(other.pane)).toBeNull();
  expect(other.show).not.toHaveBeenCalled();
  await other.user.keyboard('h');
  expect(other.show).toHaveBeenCalledOnce();
  // A user who does not work on the case cannot reply.
  expect(screen.queryByRole('button', { name: new RegExp(`^${en.reply}`) })).toBeNull();
});

test('own open pins do not open for their author', async () => {
  const own = await showDesk('ja', { items: [pinned(4, 100, { user: technician })] });
  await within(own.pane).findAllByRole('listitem');
  expect(current(own.pane)).toBeNull();
});
