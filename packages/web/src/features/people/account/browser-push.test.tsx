// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../platform/client/api-error.ts';
import { PushFault } from '../../../platform/push/push-fault.ts';
import { isTurnedOff } from '../../../platform/push/push-memory.ts';
import type { PushState } from '../../../platform/push/set-up-push.ts';
import { showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as messages } from '../../../platform/texts/en/messages.ts';
import { texts as push } from '../../../platform/texts/en/push.ts';
import { texts as en } from '../../../platform/texts/en/notification-settings.ts';
import { BrowserPush } from './browser-push.tsx';

const world = {
  pushState: vi.fn<() => PushState>(),
  askForPush: vi.fn<() => Promise<void>>(),
  turnOffPush: vi.fn<() => Promise<void>>(),
};

beforeEach(() => {
  world.pushState.mockReset().mockReturnValue('granted');
  world.askForPush.mockReset().mockResolvedValue();
  world.turnOffPush.mockReset().mockResolvedValue();
});

const button = (name: string) => screen.findByRole('button', { name });

test('push is turned off in this browser for this user, and on again', async () => {
  const { id } = signedInAs();
  const user = await showIn('en', <BrowserPush push={world} />);
  expect((await screen.findByRole('status')).textContent).toBe(push['state.granted']);
  const limit = push.limit_other.replace('{{count}}', '20');
  expect(screen.getByText(limit)).toBeDefined();
  await user.click(await button(en['turn-off']));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(push['state.turned-off']));
  expect(screen.queryByText(limit)).toBeNull();
  expect(world.turnOffPush).toHaveBeenCalledTimes(1);
  expect([isTurnedOff(id), isTurnedOff(id + 1)]).toEqual([true, false]);
  await user.click(await button(en.allow));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(push['state.granted']));
  expect(world.askForPush).toHaveBeenCalledTimes(1);
  expect(isTurnedOff(id)).toBe(false);
});

test('a browser that was not asked is asked after the click, and its refusal is named there', async () => {
  signedInAs();
  world.pushState.mockReturnValue('unasked');
  world.askForPush.mockRejectedValue(new PushFault('permission-blocked'));
  const user = await showIn('en', <BrowserPush push={world} />);
  const allow = await button(en.allow);
  world.pushState.mockReturnValue('blocked');
  await user.click(allow);
  await screen.findByText(push['fault.permission-blocked']);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a server that cannot be reached leaves push on, and says so', async () => {
  const { id } = signedInAs();
  world.turnOffPush.mockRejectedValue(
    new ApiError({
      status: 0,
      code: 'network/offline',
      detail: '',
      request_id: '',
      fields: {},
      retry_after_s: undefined,
    }),
  );
  const user = await showIn('en', <BrowserPush push={world} />);
  await user.click(await button(en['turn-off']));
  await screen.findByText(messages['alert.no-network']);
  expect(isTurnedOff(id)).toBe(false);
  expect(await button(en['turn-off'])).toBeDefined();
});
