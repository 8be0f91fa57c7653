import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordingLead } from './recording.ts';
import { microvolts, NO_SAMPLE } from './recording.ts';
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import { leadFromFrames, recordingToFrames } from './trace-frames.ts';

function lead(label: string, values: readonly number[], change: Partial<RecordingLead> = {}): RecordingLead {
  return {
    label,
    sampling_hz: 250,
    gain_uv_per_lsb: 5,
    zero_lsb: 0,
    samples: Int32Array.from(values),
    ...change,
  };
}

const toFrames = (leads: readonly RecordingLead[]) => recordingToFrames({ leads });

test('16-bit leads keep their steps; missing samples and a shorter lead are no signal', () => {
  const answer = toFrames([lead('II', [1, NO_SAMPLE, -32_767], { zero_lsb: 7 }), lead('V1', [4])]);
  expect(answer).toEqual({
    ok: true,
    value: {
      leads: [
        { label: 'II', gain_uv_per_lsb: 5, zero_lsb: 7 },
        { label: 'V1', gain_uv_per_lsb: 5, zero_lsb: 0 },
      ],
      sampling_hz: 250,
      samples: 3,
      left_out: [],
      frames: Int16Array.of(1, 4, NO_SIGNAL, NO_SIGNAL, -32_767, NO_SIGNAL),
    },
  });
});

test('standard leads get their standard letters, other names stay', () => {
  const names = ['i', 'AVR', 'avf', 'v4r', 'MLII', 'ECG ii', 'Lead x', '  V1'];
  const answer = toFrames(names.map((name) => lead(name, [1])));
  expect(answer.ok && answer.value.leads.map(({ label }) => label)).toEqual([
    ...['I', 'aVR', 'aVF', 'V4R', 'MLII', 'ECG ii', 'Lead x', 'V1'],
  ]);
});

test('any scale keeps the microvolts to within half a step, and never makes a gap', () => {
  const values = fc.array(fc.integer({ min: -(2 ** 23), max: 2 ** 23 - 1 }), { minLength: 1, maxLength: 40 });
  const scale = fc.record({
    gain_uv_per_lsb: fc.oneof(
      fc.double({ min: 0.001, max: 9, noNaN: true }),
      fc.double({ min: -9, max: -0.001, noNaN: true }),
    ),
    zero_lsb: fc.double({ min: -4000, max: 4000, noNaN: true }),
  });
  fc.assert(
    fc.property(values, scale, (list, change) => {
      const written = lead('II', list, change);
      const answer = toFrames([written]);
      const [traced] = answer.ok ? answer.value.leads : [];
      if (!answer.ok || traced === undefined) throw new Error('refused');
      expect(traced.gain_uv_per_lsb).toBeGreaterThan(0);
      expect(answer.value.frames).not.toContain(NO_SIGNAL);
      const back = leadFromFrames(traced, 250, answer.value.frames);
      list.forEach((_value, i) => {
        const error = Math.abs(microvolts(back, i) - microvolts(written, i));
        expect(error).toBeLessThanOrEqual(0.5001 * traced.gain_uv_per_lsb);
      });
    }),
  );
});

test('leads of the highest rate are taken; impossible recordings are refused', () => {
  const slow = lead('resp', [1, 2], { sampling_hz: 25 });
  const answer = toFrames([slow, lead('호흡', [1, 2])]);
  expect(answer.ok && answer.value.leads.map(({ label }) => label)).toEqual(['lead 1']);
  expect(toFrames([])).toMatchObject({ code: 'file/no-signal' });
  expect(toFrames([slow])).toMatchObject({ code: 'trace/sampling-hz' });
  expect(toFrames([lead('II', [])])).toMatchObject({ code: 'trace/samples' });
});
