import { expect, test, vi } from 'vitest';
import { ReadingSession } from './reading-session.ts';
import type { ReadingPorts } from './reading-state.ts';
import { shareSessions } from './shared-sessions.ts';
import { testServer } from './test-server.ts';
import { figures, relabel, settled } from './test-session.ts';

type Page = { readonly looks_on: boolean };

/** Pages of one case, which follow each other in one window. */
function pagesOf(change: (ports: ReadingPorts) => Partial<ReadingPorts> = () => ({})) {
  const sessions = shareSessions<Page>();
  const closed = vi.fn<() => void>();
  const beats = vi.fn();
  const start = (page: () => Page): ReadingSession => {
    const ports = testServer().portsOf('a');
    const changed = { ...ports, ...change(ports) };
    return new ReadingSession({
      ...changed,
      beats: (version) => {
        beats(version);
        return ports.beats(version);
      },
      thread: { ...changed.thread, close: closed },
      get looks_on() {
        return page().looks_on;
      },
    });
  };
  const join = (looks_on = false) => sessions.join('7', { looks_on }, start);
  return { find: () => sessions.find('7'), closed, beats, join };
}

const isClosed = (closed: () => void) =>
  vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1), { interval: 0 });

test('the next page of a case shows the reading of the one before, and keeps its edit lock', async () => {
  const { find, join, beats, closed } = pagesOf();
  const first = join();
  await first.session.open(figures, 1);
  first.session.edit([relabel(3)]);
  await settled(first.session);
  first.leave();
  const next = join(true);
  expect(next.session).toBe(first.session);
  expect(find()).toBe(first.session);
  await next.session.open(figures, 1);
  expect(beats).toHaveBeenCalledTimes(1);
  expect(next.session.state.get()).toMatchObject({ unsent: 0, edit_lock: { here: true } });
  next.leave();
  await isClosed(closed);
  expect(find()).toBeNull();
  expect(join().session).not.toBe(first.session);
});

test('the desk of a user who cannot write opens the reading that the page before did not need', async () => {
  const { join, beats } = pagesOf((ports) => ({
    read: async (after) => {
      const answer = await ports.read(after);
      return { ...answer, edit_lock: { ...answer.edit_lock, may_take: false, may_ask: false } };
    },
  }));
  const first = join();
  await first.session.open(figures, 1);
  expect([first.session.state.get().shown, beats.mock.calls]).toEqual([null, []]);
  first.leave();
  const desk = join(true);
  await desk.session.open(figures, 1);
  expect(desk.session.state.get().shown?.beats.sample.length).toBe(50);
});

test('a refused reading is not handed on', async () => {
  const { find, join, closed } = pagesOf(({ thread }) => ({
    thread: { ...thread, checksum: () => Promise.resolve('0000000000000000') },
  }));
  const first = join();
  await first.session.open(figures, 1);
  first.session.edit([relabel(3)]);
  await vi.waitFor(() => expect(first.session.state.get().sending).toBe('refused'), { interval: 0 });
  first.leave();
  expect(find()).toBeNull();
  const next = join();
  expect(next.session).not.toBe(first.session);
  await isClosed(closed);
  expect(find()).toBe(next.session);
});
