// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { answerCalls } from '../test-page.tsx';
import { forgetPending, leaveFor, proveByProvider, returnedIn, takeReturn } from './provider-return.ts';

const url = 'https://login.house.example/auth?state=of-this-tab&nonce=n';
const ticket = 'T'.repeat(43);
const dormant = {
  token: '',
  id: 7,
  user_id: 'doctor',
  user_role: { id: 3, role_key: 'DOCTOR', group_type: 'hospital', level: 1 },
  use_flag: 'D',
  must_change_password: false,
  second_step: null,
};

const left = () => vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);

beforeEach(() => sessionStorage.clear());

test('the answer is used in the requesting tab, with its ticket, once, and leads back to the former page', async () => {
  const assign = left();
  const calls = answerCalls(() => Response.json(dormant));
  leaveFor({ ticket, url }, 'sign-in', '/detail/5');
  expect(assign).toHaveBeenCalledWith(url);
  const returned = returnedIn('?state=of-this-tab&code=c1&iss=https%3A%2F%2Flogin.house.example');
  const taken = await takeReturn(returned);
  expect(taken).toEqual({ kind: 'sign-in', result: 'dormant', back: '/detail/5' });
  expect(calls).toMatchObject([
    { body: { ticket, state: 'of-this-tab', code: 'c1', iss: 'https://login.house.example' } },
  ]);
  expect(sessionStorage.length).toBe(0);
  expect(await takeReturn(returned)).toEqual({ kind: 'handed-on' });
  expect(calls).toHaveLength(1);
});

test('an answer to another tab’s request is not used here, and one without a state nowhere', async () => {
  left();
  const calls = answerCalls(() => Response.json(dormant));
  leaveFor({ ticket, url }, 'sign-in', '');
  expect(await takeReturn(returnedIn('?state=of-another-tab&code=c1'))).toEqual({ kind: 'handed-on' });
  expect(await takeReturn(returnedIn('?code=c1'))).toEqual({ kind: 'lost' });
  leaveFor({ ticket, url }, 'sign-in', '');
  forgetPending();
  expect(await takeReturn(returnedIn('?state=of-this-tab&code=c1'))).toEqual({ kind: 'handed-on' });
  expect(calls).toEqual([]);
});

test('waiting data in the tab is accepted only as this page wrote it', async () => {
  for (const held of ['', '{', '5', 'null', '{"kind":"other","ticket":"t","state":"s"}']) {
    sessionStorage.setItem('provider-question', held);
    expect(await takeReturn(returnedIn('?state=s&code=c'))).toEqual({ kind: 'handed-on' });
  }
});

test('another window returns the proof; a browser that opens none is reported', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  expect(await proveByProvider()).toBe('blocked');
  const beside = window;
  open.mockReturnValue(beside);
  const went = new Promise<void>((resolve) => {
    vi.spyOn(window.location, 'href', 'set').mockImplementation(() => resolve());
  });
  const calls = answerCalls(({ path }) =>
    Response.json(path.endsWith('/begin') ? { ticket, url } : { ticket: 'P'.repeat(43) }),
  );
  const proof = proveByProvider();
  await went;
  await takeReturn(returnedIn('?state=of-another-tab&code=c0'));
  await takeReturn(returnedIn('?state=of-this-tab&code=c1'));
  expect(await proof).toEqual({ provider_proof: 'P'.repeat(43) });
  expect(calls.at(-1)).toMatchObject({ body: { ticket, state: 'of-this-tab', code: 'c1' } });
});

/** Begins a proof in a popup window that the user closes without an answer. */
async function closedWithoutAnswer() {
  vi.spyOn(window.location, 'href', 'set').mockImplementation(() => undefined);
  answerCalls(() => Response.json({ ticket, url }));
  const proof = proveByProvider();
  let isOver = false;
  void proof.then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(1);
  return { proof, isOver: () => isOver };
}

test('a window that is closed without an answer ends the request when the user is back', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const closed = vi.spyOn(window, 'closed', 'get').mockReturnValue(false);
  vi.spyOn(window, 'open').mockReturnValue(window);
  const { proof, isOver } = await closedWithoutAnswer();
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isOver()).toBe(false);
  closed.mockReturnValue(true);
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await proof).toBeNull();
});

test('a window that was closed before the request has begun ends it too', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(window, 'closed', 'get').mockReturnValue(true);
  vi.spyOn(window, 'open').mockReturnValue(window);
  const { isOver } = await closedWithoutAnswer();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isOver()).toBe(true);
});
