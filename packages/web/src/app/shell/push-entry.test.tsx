// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { PushFault } from '../../platform/push/push-fault.ts';
import { countVisit, isPutOff, keepTurnedOff } from '../../platform/push/push-memory.ts';
import type { PushState } from '../../platform/push/set-up-push.ts';
import { atAddress, showIn, signedInAs } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/push.ts';
import { texts as ja } from '../../platform/texts/ja/push.ts';
import { texts as ko } from '../../platform/texts/ko/push.ts';
import { texts as zh } from '../../platform/texts/zh/push.ts';
import { ToastHost } from '../../ui/toasts/toast-host.tsx';
import { PushEntry } from './push-entry.tsx';
import { PushSetUp } from './push-set-up.tsx';

const push = {
  pushState: vi.fn<() => PushState>(),
  setUpPush: vi.fn<() => Promise<void>>(),
  askForPush: vi.fn<() => Promise<void>>(),
};

const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
  { language: 'ko', words: ko },
  { language: 'zh', words: zh },
] as const;

beforeEach(() => {
  push.pushState.mockReset().mockReturnValue('unasked');
  push.setUpPush.mockReset().mockResolvedValue();
  push.askForPush.mockReset().mockImplementation(() => {
    push.pushState.mockReturnValue('granted');
    return Promise.resolve();
  });
});

const entry = (
  <>
    <PushEntry push={push} />
    <ToastHost />
    <output>drawn</output>
  </>
);

test.each(languages)('$language: a click turns push on, and the entry disappears', async (one) => {
  signedInAs();
  const user = await showIn(one.language, entry);
  await user.click(await screen.findByRole('button', { name: one.words['turn-on'] }));
  await waitFor(() => expect(screen.queryByRole('button', { name: one.words['turn-on'] })).toBeNull());
  expect(push.askForPush).toHaveBeenCalledTimes(1);
  expect(isPutOff(Date.now())).toBe(true);
});

test('an error is named at every click, and the entry stays', async () => {
  signedInAs();
  push.askForPush.mockRejectedValue(new PushFault('permission-default'));
  const user = await showIn('en', entry);
  await user.click(await screen.findByRole('button', { name: en['turn-on'] }));
  expect(await screen.findByText(en['fault.permission-default'])).toBeDefined();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: en['turn-on'] })).toHaveProperty('disabled', false),
  );
});

test('nothing is offered if push is on, blocked or not possible, or if the user turned it off', async () => {
  const { id } = signedInAs();
  for (const state of ['granted', 'blocked', 'unsupported'] as const) {
    push.pushState.mockReturnValue(state);
    await showIn('en', entry);
  }
  push.pushState.mockReturnValue('unasked');
  keepTurnedOff(id, true);
  await showIn('en', entry);
  await waitFor(() => expect(screen.getAllByText('drawn')).toHaveLength(4));
  expect(screen.queryByRole('button', { name: en['turn-on'] })).toBeNull();
});

test('the card disappears when push is turned on under the bell', async () => {
  const { id } = signedInAs();
  for (let day = 3; day > 0; day -= 1) countVisit(id, Date.now() - day * 86_400_000);
  const both = (
    <>
      <PushSetUp push={push} />
      <PushEntry push={push} />
    </>
  );
  const user = await showIn('en', atAddress('/', both));
  await screen.findByText(en['ask.body']);
  await user.click(screen.getByRole('button', { name: en['turn-on'] }));
  await waitFor(() => expect(screen.queryByText(en['ask.body'])).toBeNull());
});
