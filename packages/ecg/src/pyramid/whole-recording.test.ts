// Checks a recording through all steps: generated, written as TraceData.dat, built, and read back tile by tile.
import { expect, test } from 'vitest';
import { encodeTraceHeader, parseTraceHeader, traceFileBytes } from '../formats/trace-data.ts';
import { EcgGenerator } from '../synth/ecg-generator.ts';
import { synthPatients } from '../synth/patient.ts';
import { seededRandom } from '../synth/random.ts';
import { PyramidBuilder } from './builder.ts';
import { bucketSamples, pickLevel, tileRange, topLevel } from './layout.ts';
import { OverviewMaker } from './overview.ts';
import { decodeTile, encodeSampleTile, wordsOf } from './tile.ts';

const labels = ['II', 'V1'];
const samples = 250 * 1800;

function traceFile(): Uint8Array {
  const leads = labels.map((label) => ({ label, gain_uv_per_lsb: 5, zero_lsb: 0 }));
  const head = { leads, sampling_hz: 250, start_ms: 1_780_000_000_000, samples, hn_id: 'HN26K05102' };
  const file = new Uint8Array(traceFileBytes(2, samples));
  file.set(encodeTraceHeader(head));
  const random = seededRandom(4);
  const patient = { ...synthPatients.noisy, lead_off_per_day: 400 };
  const options = { patient, labels, sampling_hz: 250, samples, gain_uv_per_lsb: 5, start_hour: 8, random };
  const generator = new EcgGenerator(options);
  let at = 192;
  for (let part = generator.next(); part !== null; part = generator.next()) {
    file.set(new Uint8Array(part.buffer), at);
    at += part.byteLength;
  }
  return file;
}

test('overview and tiles of a generated recording agree with its file', () => {
  const file = traceFile();
  const header = parseTraceHeader(file.subarray(0, 512), file.length);
  if (!header.ok) throw new Error(header.code);
  const frames = wordsOf(file.subarray(header.value.header_bytes));
  const levels = new Map<number, number[]>();
  const sink = (level: number, bytes: Uint8Array) => {
    const file_ = levels.get(level) ?? [];
    for (const byte of bytes) file_.push(byte);
    levels.set(level, file_);
  };
  const builder = new PyramidBuilder({
    leadCount: 2,
    samples,
    samplingHz: 250,
    sink,
    overviewBucketSamples: 250,
  });
  new OverviewMaker(2, 250, 'frames', (pairs) => builder.pushOverview(pairs)).addFrames(frames, 0, samples);
  builder.push(frames);
  const facts = builder.finish();
  expect(facts.overview_mismatches).toBe(0);
  expect(facts.signal_share.every((share) => share > 0.3 && share < 1)).toBe(true);
  expect(topLevel(samples)).toBe(3);
  const shape = { lead_count: 2, samples, header_bytes: header.value.header_bytes };
  const level = pickLevel(samples / 1600, samples);
  const range = tileRange(shape, 1, level, 0);
  const raw = tileRange(shape, 1, 0, 3);
  if (range === null || raw === null) throw new Error('no tile');
  const bytes = Uint8Array.from(levels.get(level)?.slice(range.offset, range.offset + range.length) ?? []);
  const own = frames.filter((_unused, i) => i % 2 === 1);
  const highest = (values: Int16Array) => values.reduce((high, value) => Math.max(high, value), -32_768);
  expect(highest(decodeTile(bytes).max)).toBe(highest(own.subarray(0, range.buckets * bucketSamples(level))));
  const tile = wordsOf(encodeSampleTile(file.subarray(raw.offset, raw.offset + raw.length), 2, 1));
  expect(tile).toEqual(own.slice(3 * 16_384, 4 * 16_384));
});
