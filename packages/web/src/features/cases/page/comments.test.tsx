// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { type ApiCall, answerCalls, showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/case-page.ts';
import { texts as ko } from '../../../platform/texts/ko/case-page.ts';
import { texts as enPins } from '../../../platform/texts/en/pins.ts';
import { texts as koPins } from '../../../platform/texts/ko/pins.ts';
import type { RecordingHandle } from '../../../trace/panels/recording-handle.ts';
import { selectsNothing } from '../../../trace/panels/test-handle.ts';
import { createSmallStrips } from '../../../trace/panels/small-strips.ts';
import { type StripPlace, StripPlaceProvider, useStripPlace } from '../analysis/strip-place.tsx';
import { CommentLine } from './comment-line.tsx';
import { Comments } from './comments.tsx';
import { OpenPins } from './open-pins.tsx';

const languages = [
  { language: 'en', words: en, case_id: 7 },
  { language: 'ko', words: ko, case_id: 8 },
] as const;

/** Twenty hours from 18:00 in Seoul. */
const manifest = {
  case_id: 7,
  recording_id: 1,
  start_ms: Date.UTC(2026, 10, 10, 9),
  time_zone: 'Asia/Seoul',
  sampling_hz: 250,
  samples: 20 * 3600 * 250,
  leads: [],
  levels: [],
  gaps: [],
  events: [],
  hours: [],
  synthetic: false,
};
const comment = {
  comment_id: 1,
  user: { id: 3, name: 'Kim' },
  institution: 'Seoul',
  internal: false,
  content: 'Pause at 02:11:23, see 17:00:00',
  mentions: [],
  place: null,
  reply_to: null,
  answered: null,
  created_at: '2026-11-12T01:00:00.000Z',
};

function answer({ path }: ApiCall): Response {
  if (path.includes('recording/7')) return Response.json(manifest);
  if (path.includes('comments')) return Response.json({ items: [comment] });
  const draft = { content: 'as typed before', saved_at: comment.created_at };
  return Response.json({
    items: languages.map(({ case_id }) => ({ ...draft, name: `comment/${String(case_id)}` })),
  });
}

/** A recording handle for a test that only moves the recording. */
const still = {
  ...selectsNothing,
  strip: () => ({ start: 0, end: 2500 }),
  whenIdle: () => Promise.resolve(),
  leadNames: [],
  small: createSmallStrips({ clock: manifest, leads: [] }, () => 0),
  sampling_hz: 250,
  timeOf: String,
  dayOf: () => null,
  passings: () => [],
} satisfies Partial<RecordingHandle>;

function showAt(address: string, element: ReactNode) {
  const routeTree = createRootRoute({ component: () => <StripPlaceProvider>{element}</StripPlaceProvider> });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) });
  return <RouterProvider router={router} />;
}

test.each(languages)('$language: a time in a comment moves the recording there', async ({ language }) => {
  answerCalls(answer);
  const goTo = vi.fn<RecordingHandle['goTo']>();
  const meet = vi.fn<(place: StripPlace) => void>();
  function Strip() {
    const place = useStripPlace();
    useEffect(() => meet(place));
    return null;
  }
  const element = (
    <>
      <Strip />
      <Comments detail={{ case_id: 7, recording: 'ready' }} />
    </>
  );
  const user = await showIn(language, showAt('/detail/7', element));
  const link = await screen.findByRole('link', { name: '02:11:23' });
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(link.getAttribute('href')).toBe(`?at=${encodeURIComponent('2026-11-10T17:11:23.000Z')}`);
  await user.click(link);
  const strip = meet.mock.lastCall?.[0];
  expect(strip?.called.get()).toBe(1);
  const view: RecordingHandle = {
    ...selectsNothing,
    goTo,
    show: vi.fn(),
    strip: () => ({ start: 0, end: 0 }),
    whenIdle: () => Promise.resolve(),
    leadNames: [],
    small: createSmallStrips({ clock: manifest, leads: [] }, () => 0),
    sampling_hz: 250,
    timeOf: String,
    dayOf: () => null,
    passings: () => [],
  };
  strip?.keep(view);
  expect(goTo).toHaveBeenCalledExactlyOnceWith(((8 * 60 + 11) * 60 + 23) * 250);
});

test.each(languages)('$language: a comment that was not sent is there again after a reload', async (one) => {
  const calls = answerCalls(answer);
  const detail = { case_id: one.case_id, can_comment: true, can_comment_internally: true };
  const user = await showIn(one.language, <CommentLine detail={detail} />);
  const field = await screen.findByRole('textbox', { name: one.words['comments.label'] });
  await screen.findByDisplayValue('as typed before');
  await user.type(field, ` ${one.language}`);
  const content = `as typed before ${one.language}`;
  const name = `comment/${String(one.case_id)}`;
  await waitFor(() => expect(calls.map(({ body }) => body)).toContainEqual({ name, content }));
});

const mentionable = [
  { id: 5, name: 'Kim Minji', role_key: 'CHIEF' },
  { id: 6, name: 'Kim', role_key: 'TECHNICIAN' },
];

test.each(languages)(
  '$language: an @ offers users, and the chosen one is notified',
  async ({ language, words }) => {
    const calls = answerCalls((call) => {
      if (call.path.includes('mentionable')) return Response.json({ items: mentionable });
      if (call.body !== null && call.path.includes('comments')) {
        return Response.json({ ...comment, comment_id: 9, mentions: [] }, { status: 201 });
      }
      return call.path.includes('draft') ? Response.json({ items: [], draft: null }) : answer(call);
    });
    const detail = { case_id: language === 'en' ? 17 : 18, can_comment: true, can_comment_internally: true };
    const user = await showIn(language, <CommentLine detail={detail} />);
    const field = await screen.findByRole('textbox', { name: words['comments.label'] });
    await user.type(field, 'Please, @kim');
    const offered = await screen.findAllByRole('option');
    expect(offered.map((option) => option.getAttribute('aria-selected'))).toEqual(['true', 'false']);
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    expect(field).toHaveProperty('value', 'Please, @Kim Minji ');
    expect(screen.queryByRole('option')).toBeNull();
    // Ctrl+Enter sends from every field of text, Enter alone from this one too.
    await user.type(field, language === 'en' ? 'look{Enter}' : 'look{Control>}{Enter}{/Control}');
    await waitFor(() =>
      expect(calls.some(({ path, body }) => path.includes('comments') && body !== null)).toBe(true),
    );
    expect(calls.find(({ path, body }) => path.includes('comments') && body !== null)?.body).toMatchObject({
      content: 'Please, @Kim Minji look',
      mentions: [5],
    });
  },
);

test('mentioned users are highlighted in a comment', async () => {
  answerCalls(({ path }) => {
    const items = [
      { ...comment, content: 'For @Kim Minji: see this', mentions: [{ id: 5, name: 'Kim Minji' }] },
    ];
    return path.includes('comments') ? Response.json({ items }) : Response.json({ items: [] });
  });
  await showIn('en', showAt('/detail/27', <Comments detail={{ case_id: 27, recording: 'none' }} />));
  const mark = await screen.findByText('@Kim Minji');
  expect(mark.tagName).toBe('MARK');
  expect(mark.parentElement?.textContent).toBe('For @Kim Minji: see this');
});

const pin = {
  ...comment,
  comment_id: 3,
  internal: true,
  content: 'P waves are back here.',
  place: { start_sample: 3600 * 250, end_sample: 3700 * 250 },
};
const answered = { by: { id: 4, name: 'Mori' }, at: '2026-11-12T02:00:00.000Z' };
const reply = { ...comment, comment_id: 5, internal: true, content: 'Mended.', reply_to: 4 };

test.each([
  { language: 'en', words: enPins, title: en.comments },
  { language: 'ko', words: koPins, title: ko.comments },
] as const)(
  '$language: a pinned comment shows its time as a link, and whether it was answered',
  async ({ language, words, title }) => {
    const items = [pin, { ...pin, comment_id: 4, content: 'Count it.', answered }, reply];
    answerCalls(({ path }) =>
      Response.json(path.includes('recording/7') ? manifest : path.includes('comments') ? { items } : {}),
    );
    const show = vi.fn<RecordingHandle['show']>();
    function Strip() {
      const { keep } = useStripPlace();
      useEffect(() => keep({ ...still, goTo: () => undefined, show }), [keep]);
      return null;
    }
    const page = (
      <>
        <Strip />
        <OpenPins detail={{ case_id: 7, recording: 'ready' }} />
        <Comments detail={{ case_id: 7, recording: 'ready' }} />
      </>
    );
    const user = await showIn(language, showAt('/detail/7', page));
    const block = await screen.findByRole('status');
    await within(block).findByRole('link', { name: '19:00:00' });
    expect(block.textContent).toContain('P waves are back here.');
    expect(block.textContent).not.toContain('Count it.');
    const list = screen.getByRole('region', { name: title });
    const shown = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(shown[0]).toContain(words['state.open']);
    expect(shown[1]).toContain('Mori');
    expect(shown[1]).not.toContain(words['state.open']);
    expect(shown[2]).toContain(words['replies-to'].replace('{{number}}', '2'));
    const [link] = within(list).getAllByRole('link', { name: '19:00:00' });
    expect(link?.getAttribute('href')).toBe(`?at=${encodeURIComponent('2026-11-10T10:00:00.000Z')}`);
    await user.click(link ?? list);
    expect(show).toHaveBeenCalledExactlyOnceWith({ start: 3600 * 250, end: 3700 * 250 });
  },
);

test.each([
  {
    what: 'who cannot see the recording reads a pinned comment without its place',
    without: <Comments detail={{ case_id: 27, recording: 'not_allowed' }} />,
  },
  {
    what: 'the preview of a list, which shows no recording, has no way to a place',
    without: <Comments detail={{ case_id: 7, recording: 'ready' }} last={2} />,
  },
])('$what', async ({ without }) => {
  answerCalls(({ path }) => Response.json(path.includes('comments') ? { items: [pin] } : manifest));
  const page = (
    <>
      {without}
      <Comments detail={{ case_id: 7, recording: 'ready' }} />
    </>
  );
  await showIn('ko', showAt('/detail/7', page));
  // Comments with places show links once the recording is known; the others would show them then too.
  await screen.findByRole('link');
  expect(screen.getAllByText('P waves are back here.')).toHaveLength(2);
  const [first, second] = screen.getAllByRole('region', { name: ko.comments });
  expect(first?.querySelector('a')).toBeNull();
  expect(second?.querySelector('a')).not.toBeNull();
});
