/** Tests that the intervals of a report are those of the signal, whatever zero value the device uses. */
import { byteV } from '@rhythmdesk/ecg/beats/beat-class';
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import { applyEdits } from '@rhythmdesk/ecg/reading/reading';
import { createAnalysis } from '@rhythmdesk/ecg/rhythm/analysis';
import { EcgGenerator } from '@rhythmdesk/ecg/synth/ecg-generator';
import { synthPatients } from '@rhythmdesk/ecg/synth/patient';
import { seededRandom } from '@rhythmdesk/ecg/synth/random';
import { expect, test } from 'vitest';
import { createIntervals } from './measure-intervals.ts';

const hz = 250;
const gain = 2.5;
const samples = 120 * hz;

function recording() {
  const generator = new EcgGenerator({
    patient: synthPatients.healthy,
    labels: ['I'],
    sampling_hz: hz,
    samples,
    gain_uv_per_lsb: gain,
    start_hour: 9,
    random: seededRandom(3),
    onBeat: () => undefined,
  });
  const frames = new Int16Array(samples);
  const analysis = createAnalysis({ sampling_hz: hz, gains_uv: [gain] });
  let at = 0;
  for (let block = generator.next(); block !== null; block = generator.next()) {
    frames.set(block, at);
    at += block.length;
    analysis.push(block);
  }
  const { beats, quality } = analysis.finish();
  return { frames, reading: applyEdits({ beats, quality }, []) };
}

test('an offset far from 0 changes no interval, also beside a gap', async () => {
  const { frames, reading } = recording();
  // Every second beat has a short gap before its P wave, which is read as zero.
  reading.beats.samples.forEach((sample, i) => {
    if (i % 2 === 0) frames.fill(NO_SIGNAL, Math.max(0, sample - 100), Math.max(0, sample - 80));
  });
  const measured = (zero_lsb: number) => {
    const moved = frames.map((word) => (word === NO_SIGNAL ? word : word + zero_lsb));
    const bytes = Buffer.from(moved.buffer);
    const files = {
      read: async (_name: string, { start, length }: { start: number; length: number }) =>
        Promise.resolve(bytes.subarray(start, start + length)),
    };
    const leads = [{ gain_uv_per_lsb: gain, zero_lsb }];
    return createIntervals(files)(reading, [], { trace_sha256: '', header_bytes: 0, leads });
  };
  const plain = await measured(0);
  expect(plain.qt?.median).toBeGreaterThan(200);
  expect(await measured(4_000)).toEqual(plain);
});

test('an edited reading has the figures of its own beats, whatever was measured before', async () => {
  const { frames, reading } = recording();
  const bytes = Buffer.from(frames.buffer);
  const reads: number[] = [];
  const files = {
    read: async (_name: string, { start, length }: { start: number; length: number }) => {
      reads.push(start);
      return Promise.resolve(bytes.subarray(start, start + length));
    },
  };
  const signal = { trace_sha256: '', header_bytes: 0, leads: [{ gain_uv_per_lsb: gain, zero_lsb: 0 }] };
  const intervals = createIntervals(files);
  const before = await intervals(reading, [], signal);
  const read = reads.length;
  expect(await intervals(reading, [], signal)).toEqual(before);
  expect(reads).toHaveLength(read);
  const { samples, classes } = reading.beats;
  const halfV = {
    ...reading.beats,
    classes: classes.map((byte, i) => (i < samples.length / 2 ? byteV : byte)),
  };
  const after = await intervals({ ...reading, beats: halfV }, [], signal);
  expect(after.qt?.count).toBeLessThan(before.qt?.count ?? 0);
  expect(after).toEqual(await createIntervals(files)({ ...reading, beats: halfV }, [], signal));
  const fibrillation = { kind: 'af', start_sample: 0, end_sample: reading.beats.length } as const;
  expect(await intervals(reading, [fibrillation], signal)).toEqual({ pr: null, qt: null, qtc: null });
});
