// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../platform/client/api-error.ts';
import { showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/dialogs.ts';
import { texts as ja } from '../../platform/texts/ja/dialogs.ts';
import { ErrorState } from './error-state.tsx';

const faultOf = (status: number, code: string): ApiError =>
  new ApiError({
    ...{ status, code, detail: 'Said by the server.' },
    ...{ request_id: '', fields: {}, retry_after_s: undefined },
  });

async function shown(language: 'en' | 'ja', error: Error) {
  const onRetry = vi.fn();
  const user = await showIn(language, <ErrorState {...{ error, onRetry }} instead={<a href="/">case</a>} />);
  await screen.findByRole('alert');
  return { user, onRetry };
}

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)('$language: only what a retry can cure offers one', async ({ language, words }) => {
  for (const [status, code] of [
    [0, 'network/offline'],
    [500, 'fault'],
    [429, 'auth/throttled'],
    [406, 'recording/processing'],
  ] as const) {
    const { user, onRetry } = await shown(language, faultOf(status, code));
    await user.click(screen.getByRole('button', { name: words['try-again'] }));
    expect(onRetry).toHaveBeenCalledOnce();
    expect(screen.queryByRole('link')).toBeNull();
    cleanup();
  }
});

test.each([
  [406, 'case/not-yours'],
  [404, 'object/not-found'],
  [410, 'recording/purged'],
  [422, 'input/invalid'],
])('a refusal that stays (%i %s) offers what helps instead', async (status, code) => {
  await shown('en', faultOf(status, code));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'case' })).toBeDefined();
  expect(screen.queryByText(en['failed.access']) !== null).toBe(status === 404);
  expect(screen.queryByText('Said by the server.') !== null).toBe(status === 406 || status === 410);
});

test('a conflict loads the current version', async () => {
  const { user, onRetry } = await shown('en', faultOf(409, 'case/stale-version'));
  await user.click(screen.getByRole('button', { name: en.reload }));
  expect(onRetry).toHaveBeenCalledOnce();
});
