// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/dialogs.ts';
import { texts as ja } from '../../platform/texts/ja/dialogs.ts';
import { texts as ko } from '../../platform/texts/ko/dialogs.ts';
import { texts as zh } from '../../platform/texts/zh/dialogs.ts';
import { PartShown } from './part-shown.tsx';

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
  { language: 'ko', words: ko },
  { language: 'zh', words: zh },
] as const)('$language: a partial list says of how many, a complete one nothing', async (one) => {
  const lists = (
    <>
      <PartShown shown={100} total={2_400} />
      <PartShown shown={7} total={7} />
    </>
  );
  await showIn(one.language, lists);
  const said = one.words.part.replace('{{shown}}', '100').replace('{{total}}', '2,400');
  expect(await screen.findByText(said)).toBeDefined();
  expect(screen.getAllByText(/\d/)).toHaveLength(1);
});
