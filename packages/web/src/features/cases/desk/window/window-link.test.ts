import { expect, test, vi } from 'vitest';
import { type LinkChannel, type LinkPart, linkWindows } from './window-link.ts';

/** Makes a channel between the windows of one case: what one posts, all others receive, once it is their turn. */
function room() {
  const listeners = new Set<(message: unknown) => void>();
  const posted: unknown[] = [];
  const waiting: (() => void)[] = [];
  const join = (): LinkChannel => {
    let own: ((message: unknown) => void) | null = null;
    return {
      post: (message) => {
        posted.push(message);
        for (const listener of listeners)
          if (listener !== own) waiting.push(() => listener(structuredClone(message)));
      },
      onMessage: (listener) => {
        own = listener;
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  };
  const settle = (): void => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next();
  };
  return { join, posted, settle };
}

/** Makes a window that shows what it receives and publishes what it shows, as a moved view does. */
function windowIn(channel: LinkChannel, role: 'desk' | 'second', first: readonly LinkPart[] = []) {
  const shows = new Map(first.map((part) => [part.kind, part]));
  const onDesk = vi.fn();
  const link = linkWindows({
    ...{ channel, role, onDesk },
    shown: () => [...shows.values()],
    apply: (part) => {
      shows.set(part.kind, part);
      link.publish(part);
      // The strip of a narrower window has another place for the same finding.
      if (part.kind === 'finding') show({ kind: 'place', value: 777 });
    },
  });
  const show = (part: LinkPart): void => {
    shows.set(part.kind, part);
    link.publish(part);
  };
  return { show, shows: (kind: LinkPart['kind']) => shows.get(kind)?.value, onDesk, close: link.close };
}

const place = (value: number): LinkPart => ({ kind: 'place', value });
const finding = (value: string): LinkPart => ({ kind: 'finding', value });

test('a second window shows the desk’s content once it is answered, and moves nothing by being opened', () => {
  const { join, settle } = room();
  const desk = windowIn(join(), 'desk', [finding('e 12 40'), place(900)]);
  const second = windowIn(join(), 'second');
  second.show(place(0));
  settle();
  expect(second.onDesk).toHaveBeenCalled();
  expect([second.shows('finding'), second.shows('place')]).toEqual(['e 12 40', 900]);
  expect(desk.shows('place')).toBe(900);
});

test('each window follows the other, and received positions are never sent back', () => {
  const { join, posted, settle } = room();
  const desk = windowIn(join(), 'desk', [place(900)]);
  const second = windowIn(join(), 'second');
  settle();
  posted.length = 0;
  desk.show(place(1200));
  settle();
  second.show({ kind: 'selected', value: { anchor: 5, focus: 9 } });
  second.show({ kind: 'taken', value: { from: 'poincare', samples: [5, 9] } });
  settle();
  expect(second.shows('place')).toBe(1200);
  expect(desk.shows('selected')).toEqual({ anchor: 5, focus: 9 });
  expect(desk.shows('taken')).toEqual({ from: 'poincare', samples: [5, 9] });
  expect(posted).toHaveLength(3);
});

test('a window at another position for the same finding does not move the other', () => {
  const { join, settle } = room();
  const desk = windowIn(join(), 'desk', [place(900)]);
  const second = windowIn(join(), 'second');
  settle();
  desk.show(finding('e 1 2'));
  settle();
  expect(second.shows('place')).toBe(777);
  expect(desk.shows('place')).toBe(900);
  // The place is sent again once the user moves it, also back to where the desk was before.
  second.show(place(901));
  settle();
  expect(desk.shows('place')).toBe(901);
});

test('either window may be reloaded', () => {
  const { join, settle } = room();
  const desk = windowIn(join(), 'desk', [place(900)]);
  const second = windowIn(join(), 'second');
  settle();
  desk.close();
  const again = windowIn(join(), 'desk', [place(50)]);
  settle();
  expect(second.onDesk).toHaveBeenCalledTimes(2);
  again.show(place(55));
  settle();
  expect(second.shows('place')).toBe(55);
  second.show(place(60));
  settle();
  expect(again.shows('place')).toBe(60);
  second.close();
  const newer = windowIn(join(), 'second');
  settle();
  expect(newer.shows('place')).toBe(60);
});

test('the desk sends nothing without a second window, and unknown messages are ignored', () => {
  const { join, posted, settle } = room();
  const desk = windowIn(join(), 'desk');
  const stranger = join();
  desk.show(place(4));
  expect(posted).toEqual([{ kind: 'open' }]);
  for (const message of [null, 'hello', { kind: 'place', value: 'x' }, { kind: 'write', value: 1 }])
    stranger.post(message);
  settle();
  expect(desk.shows('place')).toBe(4);
});
