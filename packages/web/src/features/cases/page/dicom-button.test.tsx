// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/report.ts';
import { texts as ja } from '../../../platform/texts/ja/report.ts';
import { texts as ko } from '../../../platform/texts/ko/report.ts';
import { texts as zh } from '../../../platform/texts/zh/report.ts';
import { DicomButton } from './dicom-button.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
  { language: 'ko', words: ko },
  { language: 'zh', words: zh },
] as const;

test.each(languages)(
  '$language: it asks for the shown version, alone or with strips',
  async ({ language, words }) => {
    signedInAs();
    const calls = answerCalls(() => new Response(new Uint8Array(4)));
    const user = await showIn(language, <DicomButton detail={{ case_id: 7, hn_id: 'HN7' }} version={2} />);
    for (const [at, item] of [words['dicom.report'], words['dicom.files']].entries()) {
      await user.click(await screen.findByRole('button', { name: words['dicom.save'] }));
      await user.click(await screen.findByRole('menuitem', { name: item }));
      await waitFor(() => expect(calls).toHaveLength(at + 1));
    }
    expect(calls[0]?.path).toContain('case/case/7/report/dicom?report_version=2');
    expect(calls[1]?.path).toContain('case/case/7/report/dicom/files?report_version=2');
  },
);
