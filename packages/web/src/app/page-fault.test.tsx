// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { errorWithoutAnswer } from '../platform/client/api-error.ts';
import { atAddress, showIn } from '../platform/test-page.tsx';
import { texts as en } from '../platform/texts/en/dialogs.ts';
import { texts as enSays } from '../platform/texts/en/messages.ts';
import { texts as zh } from '../platform/texts/zh/dialogs.ts';
import { texts as zhSays } from '../platform/texts/zh/messages.ts';
import { PageFault } from './page-fault.tsx';

const languages = [
  { language: 'en', words: en, says: enSays },
  { language: 'zh', words: zh, says: zhSays },
] as const;

const shown = (error: Error, reset = vi.fn()) => atAddress('/', <PageFault error={error} reset={reset} />);

test.each(languages)('$language: a page that did not load completely offers a reload', async (one) => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue(undefined);
  onTestFinished(() => reload.mockRestore());
  const lost = new TypeError('Failed to fetch dynamically imported module: /assets/case-page.js');
  const user = await showIn(one.language, shown(lost));
  expect(await screen.findByRole('heading', { name: one.words['page-failed.title'] })).toBeDefined();
  await user.click(screen.getByRole('button', { name: one.words.reload }));
  expect(reload).toHaveBeenCalledOnce();
});

test.each(languages)(
  '$language: a lost network offers another try, and so does another error',
  async (one) => {
    const reset = vi.fn();
    const user = await showIn(one.language, shown(errorWithoutAnswer('network/offline'), reset));
    expect(await screen.findByRole('heading', { name: one.says['alert.no-network'] })).toBeDefined();
    await user.click(screen.getByRole('button', { name: one.words['try-again'] }));
    expect(reset).toHaveBeenCalledOnce();
    document.body.replaceChildren();
    await showIn(one.language, shown(new Error('x is not a function')));
    expect(await screen.findByRole('heading', { name: one.words['failed.title'] })).toBeDefined();
  },
);
