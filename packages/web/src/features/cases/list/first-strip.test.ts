import { tileSpan } from '@rhythmdesk/ecg/pyramid/layout';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstStrip } from './first-strip.ts';

const start_ms = Date.UTC(2026, 10, 5);
const facts = { start_ms, sampling_hz: 250, samples: 450_000, gaps: [], events: [] };
const eventAt = (seconds: number) => ({
  time: new Date(start_ms + seconds * 1_000).toISOString(),
  kind: 'button' as const,
  note: '',
});

test('without an event it begins at the first signal', () => {
  expect(firstStrip(facts)).toMatchObject({ tile: 0, offset: 0, length: 1_000, start_ms, event: false });
  expect(firstStrip({ ...facts, gaps: [[-1, 0, 500]] })).toMatchObject({
    offset: 500,
    start_ms: start_ms + 2_000,
  });
});

test('with an event it begins a second before it', () => {
  expect(firstStrip({ ...facts, events: [eventAt(10)] })).toMatchObject({ offset: 2_250, event: true });
});

test('an empty recording has no strip', () => {
  expect(firstStrip({ ...facts, samples: 0 })).toBeNull();
});

test('the strip is always inside its tile and inside the recording', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200_000 }),
      fc.double({ min: 0, max: 2_000, noNaN: true }),
      (samples, seconds) => {
        const place = firstStrip({ ...facts, samples, events: [eventAt(seconds)] });
        if (place === null) throw new Error('there is a strip');
        expect(place.offset).toBeGreaterThanOrEqual(0);
        const end = place.offset + place.length;
        expect(end).toBeLessThanOrEqual(
          Math.max(place.length, Math.min(tileSpan(0), samples - place.tile * tileSpan(0))),
        );
      },
    ),
  );
});
