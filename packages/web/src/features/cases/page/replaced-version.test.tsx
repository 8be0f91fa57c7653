// @vitest-environment happy-dom
import type { ReportVersion } from '@rhythmdesk/contract/cases';
import { cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/case-page.ts';
import { texts as ja } from '../../../platform/texts/ja/case-page.ts';
import { texts as ko } from '../../../platform/texts/ko/case-page.ts';
import { texts as zh } from '../../../platform/texts/zh/case-page.ts';
import { ReplacedVersion } from './replaced-version.tsx';

const versionOf = (report_version: number, current: boolean): ReportVersion => ({
  ...{ report_version, current, file_id: report_version, source: 'reading', signature: null },
  ...{ created_at: '2026-11-30T03:20:00.000Z', created_by: { id: 3, name: '森 楓' } },
});
const detail = { report_versions: [versionOf(3, true), versionOf(2, false)] };

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
  { language: 'ko', words: ko },
  { language: 'zh', words: zh },
] as const)('$language: a replaced report names the version after it and opens it', async (one) => {
  const onOpen = vi.fn();
  const user = await showIn(one.language, <ReplacedVersion detail={detail} version={2} onOpen={onOpen} />);
  const name = one.words['report.replaced'].replace('{{version}}', '3');
  await user.click(await screen.findByRole('button', { name }));
  expect(onOpen).toHaveBeenCalledWith(3);
  cleanup();
  await showIn(one.language, <ReplacedVersion detail={detail} version={3} onOpen={onOpen} />);
  expect(screen.queryByRole('button')).toBeNull();
});
