/** Tests the stored signal of a critical place. */
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import { expect, test } from 'vitest';
import type { ByteRange } from '../../platform/files/file-store.ts';
import { cutStrip, stripOf } from './critical-strip.ts';

const hz = 500;
const lead = { label: 'II', gain_uv_per_lsb: 2, zero_lsb: 100, signal_share: 1 };

/** Makes ten seconds of two leads: a step of 500 µV from second 4 on; the first lead has a gap of two seconds there. */
function frames(): Int16Array {
  const words = new Int16Array(2 * 10 * hz);
  for (let i = 0; i < 10 * hz; i++) {
    const word = i < 4 * hz ? 100 : 350;
    words[2 * i] = i >= 4 * hz && i < 6 * hz ? NO_SIGNAL : word;
    words[2 * i + 1] = word;
  }
  // A sample without its neighbour is used for both; a value beyond 16 bits is clamped.
  words[0] = NO_SIGNAL;
  words[4] = 32_767;
  words[6] = 32_767;
  return words;
}

test('a strip contains microvolts at 250 samples a second, and nothing where there is no signal', async () => {
  const bytes = Buffer.from(frames().buffer);
  const row = {
    purged_at: null,
    samples: 10 * hz,
    sampling_hz: hz,
    leads: [lead, { ...lead, label: 'III' }],
    pyramid: { header_bytes: 0, top_level: 0, level_sha256: [] },
    trace_sha256: 'a'.repeat(64),
  };
  const read = (_name: string, { start, length }: ByteRange) =>
    Promise.resolve(bytes.subarray(start, start + length));
  const kept = await cutStrip({ read }, row, 3 * hz);
  const strip = kept === null ? null : stripOf(kept);
  expect(strip).toMatchObject({ sampling_hz: 250, before_s: 2 });
  const [first, second] = (strip?.leads ?? []).map(({ uv }) => uv);
  const whole = Array.from({ length: 8 * 250 }, (_, i) => (i < 3 * 250 ? 0 : 500));
  expect(second).toEqual(whole);
  expect(first).toEqual(whole.map((uv, i) => (i >= 3 * 250 && i < 5 * 250 ? null : uv)));
  const atStart = await cutStrip({ read }, row, 0);
  const [head] = (atStart === null ? null : stripOf(atStart))?.leads ?? [];
  expect(head?.uv.slice(0, 3)).toEqual([0, 32_767, 0]);
});

test('a recording whose file is missing has no strip', async () => {
  const read = () => Promise.reject(new Error('nothing is read'));
  const row = {
    purged_at: new Date(0),
    samples: 10,
    sampling_hz: hz,
    leads: [lead],
    pyramid: null,
    trace_sha256: '',
  };
  expect(await cutStrip({ read }, row, 0)).toBeNull();
});
