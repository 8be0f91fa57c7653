// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showIn } from '../../../platform/test-page.tsx';
import { newDraft } from './notice-draft.ts';
import { NoticePreview } from './notice-preview.tsx';

test('a popup is previewed with the words of the language that is written, which the page has not loaded', async () => {
  const draft = { ...newDraft(Date.parse('2026-11-22T05:20:00Z'), 'Asia/Seoul', 'all'), popup: true };
  await showIn(
    'en',
    <NoticePreview draft={draft} written="ko" saved={null} audience={undefined} onClose={null} />,
  );
  for (const words of ['서비스', '오늘 다시 보지 않기', '닫기'])
    expect(await screen.findByText(words)).toBeDefined();
});
