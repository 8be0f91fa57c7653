import { expect, test } from 'vitest';
import {
  noticeDraftOf,
  faultsOf,
  faultyLanguage,
  inputOf,
  newDraft,
  textState,
  type NoticeDraft,
} from './notice-draft.ts';

const zone = 'Asia/Seoul';
const now = Date.parse('2026-11-22T05:20:00Z');

function written(change: Partial<NoticeDraft> = {}): NoticeDraft {
  const draft = newDraft(now, zone, 'all');
  return {
    ...draft,
    texts: { ...draft.texts, en: { title: ' Maintenance ', content: 'At two.' } },
    ...change,
  };
}

test('a new notice begins with the next full hour of local time, and that instant is sent', () => {
  const draft = written();
  expect([draft.from, draft.to]).toEqual(['2026-11-22T15:00', '2026-12-22T15:00']);
  expect(inputOf(draft, false, zone)).toMatchObject({
    title: 'Maintenance',
    from_time: '2026-11-22T06:00:00.000Z',
    to_time: '2026-12-22T06:00:00.000Z',
    texts: {},
  });
});

test('a loaded notice is sent back unchanged', () => {
  const notice = {
    id: 3,
    version: 2,
    category: 'system',
    group_type: 'hospital',
    popup: true,
    state: 'planned',
    from_time: '2026-11-27T00:00:00.000Z',
    to_time: '2026-11-27T19:00:00.000Z',
    updated_at: '2026-11-22T00:00:00.000Z',
    texts: { en: { title: 'A', content: 'B' }, ko: { title: '가', content: '나' } },
    user: { id: 1, name: 'Yoon' },
  } as const;
  expect(inputOf(noticeDraftOf(notice, zone), false, zone)).toEqual({
    category: 'system',
    group_type: 'hospital',
    popup: true,
    draft: false,
    title: 'A',
    content: 'B',
    texts: { ko: { title: '가', content: '나' } },
    from_time: notice.from_time,
    to_time: notice.to_time,
  });
});

test('a draft needs a title, a notice its text, a started language both', () => {
  const blank = newDraft(now, zone, 'all');
  expect(faultsOf(blank, true, zone)).toEqual({ title: 'required' });
  expect(faultsOf(blank, false, zone)).toEqual({ title: 'required', content: 'required' });
  const half = written({ texts: { ...written().texts, ja: { title: '題', content: ' ' } } });
  expect(faultsOf(half, false, zone)).toEqual({ 'texts.ja.content': 'required' });
  expect(faultyLanguage(faultsOf(half, false, zone))).toBe('ja');
  expect(
    ['en', 'ja', 'ko'].map((language) =>
      textState(half, language === 'en' ? 'en' : language === 'ja' ? 'ja' : 'ko'),
    ),
  ).toEqual(['whole', 'part', 'none']);
});

test('the end is after the start', () => {
  expect(faultsOf(written({ to: '2026-11-22T15:00' }), false, zone)).toEqual({ to_time: 'window' });
  expect(faultsOf(written({ from: '' }), false, zone)).toEqual({ from_time: 'required' });
});
