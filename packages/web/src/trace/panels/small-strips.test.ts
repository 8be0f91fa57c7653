import type { TileAddress } from '@rhythmdesk/contract/recordings';
import { tileSpan } from '@rhythmdesk/ecg/pyramid/layout';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSmallStrips } from './small-strips.ts';

const clock = { start_ms: 0, sampling_hz: 250, samples: 30_000 };
const leads = ['I', 'II', 'V1'].map((label) => ({ gain_uv_per_lsb: 5, zero_lsb: 0, label }));
const early = { start: 100, end: 200 };
const late = { start: 20_000, end: 20_100 };

const stripsWith = (gaps: [number, number, number][], usual = 0) =>
  createSmallStrips({ clock, leads, gaps }, () => usual);

test('a strip shows the lead of the full disclosure where that has signal', () => {
  const strips = stripsWith([[0, 10_000, 30_000]]);
  expect(strips.leadWithin([early])).toBe(0);
  expect(strips.otherName(0)).toBeUndefined();
  expect(strips.leadWithin([{ start: 9_990, end: 10_010 }])).toBe(0);
});

test('where that lead has no signal, the next one that has some is shown by its name', () => {
  const strips = stripsWith([
    [0, 10_000, 30_000],
    [1, 19_000, 21_000],
  ]);
  expect(strips.leadWithin([late])).toBe(2);
  expect(strips.otherName(2)).toBe('V1');
  expect(stripsWith([[2, 10_000, 30_000]], 2).leadWithin([late])).toBe(0);
});

test('one span with signal is enough, and without any the usual lead stays', () => {
  expect(stripsWith([[0, 10_000, 30_000]]).leadWithin([late, early])).toBe(0);
  expect(stripsWith([[-1, 10_000, 30_000]]).leadWithin([late])).toBe(0);
  expect(stripsWith([]).leadWithin([])).toBe(0);
});

test('an arriving tile changes only the spans that it belongs to', async () => {
  const strips = stripsWith([]);
  const far = { start: 29_000, end: 29_100 };
  const [first, later] = [strips.holding([early], [0, 1]), strips.holding([far], [0])];
  const tile = { kind: 'samples', samples: new Int16Array(tileSpan(0)) } as const;
  const asked: TileAddress[] = [];
  const close = strips.open((addresses, _, onTile) => {
    asked.push(...addresses);
    for (const address of addresses) if (address.lead === 1) onTile(address, tile);
    return Promise.resolve();
  });
  expect([first(), later()]).toEqual(['00', '0']);
  strips.showAll([early], [0, 1]);
  await vi.waitFor(() => expect(first()).toBe('01'), { interval: 0 });
  expect(later()).toBe('0');
  expect(asked.map(({ lead, index }) => [lead, index])).toContainEqual([1, 0]);
  expect(strips.runs(early, 1)).toMatchObject([{ start: 100 }]);
  close();
  expect(first()).toBe('00');
});

test('another lead of the full disclosure is fetched at once, and the strips learn of it', () => {
  let usual = 0;
  const strips = createSmallStrips({ clock, leads, gaps: [] }, () => usual);
  const asked: number[] = [];
  onTestFinished(
    strips.open((addresses) => {
      asked.push(...addresses.map(({ lead }) => lead));
      return new Promise(() => undefined);
    }),
  );
  const heard = vi.fn<() => void>();
  strips.arrived.subscribe(heard);
  strips.showAll([early]);
  strips.follow();
  expect([asked, heard.mock.calls.length]).toEqual([[0], 0]);
  usual = 1;
  strips.follow();
  strips.follow();
  expect([asked, heard.mock.calls.length]).toEqual([[0, 1], 1]);
});

test('signal that could not be fetched is fetched again at once when the user asks for it', async () => {
  const strips = stripsWith([]);
  let asked = 0;
  onTestFinished(
    strips.open(() => {
      asked += 1;
      return Promise.reject(new Error('no network'));
    }),
  );
  const failed = vi.fn<() => void>();
  strips.arrived.subscribe(failed);
  strips.showAll([early]);
  await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce(), { interval: 0 });
  expect(asked).toBe(1);
  strips.retry();
  expect(asked).toBe(2);
});
