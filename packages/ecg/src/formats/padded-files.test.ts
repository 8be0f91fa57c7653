/** Tests that zeros behind a signal are no signal, and headers that contradict themselves. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeEdfHeader } from './edf-header.ts';
import { encodeEdf } from './edf-writer.ts';
import { encodeIshne } from './ishne.ts';
import { readRecording } from './read-recording.ts';
import type { RecordingLead } from './recording.ts';
import { ZeroTail } from './zero-tail.ts';

const startMs = Date.UTC(2026, 10, 5, 8, 0, 0);
const none = () => null;
const values = Int32Array.from({ length: 2500 }, (_none, i) => Math.round(800 * Math.sin(i / 9)) + 1);
const lead = (label: string): RecordingLead => ({
  ...{ label, sampling_hz: 250, gain_uv_per_lsb: 5, zero_lsb: 0, samples: values },
});
const ishne = (): Uint8Array => encodeIshne(startMs, [lead('bipolar'), lead('bipolar'), lead('V5')]);
/** A plain EDF of ten records of a second with one lead. */
function plain(): Uint8Array {
  const signal = {
    ...{ label: 'ECG', units: 'uV', prefilter: '', samples_per_record: 250 },
    ...{ physical_min: -16384, physical_max: 16383.5, digital_min: -32768, digital_max: 32767 },
  };
  const facts = { sample_bytes: 2, discontinuous: false, plus: false, records: 10, record_s: 1 } as const;
  const head = encodeEdfHeader({ ...facts, start_ms: startMs, signals: [signal] });
  return Uint8Array.from([...head, ...new Uint8Array(Int16Array.from(values).buffer)]);
}

function read(name: string, bytes: Uint8Array) {
  const answer = readRecording([{ name, bytes }], none);
  if (!answer.ok) throw new Error(`${answer.code} ${JSON.stringify(answer.detail)}`);
  const { samples, flaws } = answer.value;
  return { samples, flaws };
}

function put(bytes: Uint8Array, at: number, text: string): Uint8Array {
  const copy = bytes.slice();
  copy.set(new TextEncoder().encode(text), at);
  return copy;
}

const zeros = (bytes: Uint8Array, count: number): Uint8Array => {
  const longer = new Uint8Array(bytes.length + count);
  longer.set(bytes);
  return longer;
};

test('zeros behind the stated samples of an ISHNE file are no signal, real samples are', () => {
  const minute = 6 * 250 * 60;
  const padded = read('a.ecg', zeros(ishne(), minute));
  expect(padded.samples).toBe(2500);
  expect(padded.flaws).toContainEqual({ code: 'bytes-after', detail: { bytes: minute } });
  const longer = zeros(ishne(), minute);
  longer[longer.length - 1] = 1;
  expect(read('a.ecg', longer).samples).toBe(2500 + minute / 6);
});

test('records of zeros behind the stated ones, or without the time of an EDF+ record, are no signal', () => {
  const bytes = encodeEdf('edf+', startMs, [lead('ECG')], []);
  const record = (bytes.length - 256 * 3) / 10;
  const plus = read('a.edf', zeros(put(bytes, 236, '-1      '), 3 * record));
  expect(plus.samples).toBe(2500);
  expect(plus.flaws).toEqual([{ code: 'bytes-after', detail: { bytes: 3 * record } }]);
  const padded = read('a.edf', zeros(plain(), 2 * 500));
  expect(padded.samples).toBe(2500);
  expect(padded.flaws).toContainEqual({ code: 'bytes-after', detail: { bytes: 1000 } });
  // Zeros among the stated records are 0 in the file's steps.
  expect(read('a.edf', zeros(put(plain(), 236, '12      '), 2 * 500)).samples).toBe(3000);
});

test('an EDF whose number of signals contradicts its header is read by the length of the header', () => {
  expect(read('a.edf', put(plain(), 252, '2   '))).toMatchObject({
    samples: 2500,
    flaws: [{ code: 'header-field', detail: { field: 'number of signals' } }],
  });
});

test.each([
  ['m/3 1 250 5000', 'header-field'],
  ['m/2 1 250 6000', 'samples-missing'],
  ['m/2 1 250 4000', 'samples-more'],
])('a WFDB record of segments that states %s gives its segments', (line, code) => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const signal = new Uint8Array(Int16Array.from(values).buffer);
  const segments = ['a', 'b'].flatMap((name) => [
    { name: `${name}.hea`, bytes: encode(`${name} 1 250 2500\n${name}.dat 16 200/mV 16 0 0 0 0 II\n`) },
    { name: `${name}.dat`, bytes: signal },
  ]);
  const master = { name: 'm.hea', bytes: encode(`${line}\na 2500\nb 2500\n`) };
  expect(readRecording([master, ...segments], none)).toMatchObject({
    ok: true,
    value: { samples: 5000, flaws: [{ code }] },
  });
});

test('an EDF without a duration of records is refused by that field', () => {
  const answer = readRecording([{ name: 'a.edf', bytes: put(plain(), 244, '0       ') }], none);
  expect(answer).toMatchObject({ code: 'edf/header-field', detail: { field: 'record duration' } });
});

test('a single sample behind hours of zeros keeps them in a few runs', () => {
  const tail = new ZeroTail(250, 0);
  const zeros = new Int32Array(2 ** 20);
  for (let piece = 0; piece < 4; piece++) expect(tail.next([zeros], piece * 2 ** 20, false)).toEqual([]);
  const runs = tail.next([Int32Array.of(7)], 2 ** 22, true);
  expect(runs.reduce((sum, { samples: [all] }) => sum + (all?.length ?? 0), 0)).toBe(2 ** 22 + 1);
  expect(runs.length).toBeLessThan(100);
});

test('zeros that are held back do not depend on the pieces', () => {
  const samples = [0, 0, 5, 0, 0, 0, 7, 0, 0, 0];
  fc.assert(
    fc.property(
      fc.nat(8),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 4 }),
      (from, size, hz) => {
        const read = (most: number): unknown[] => {
          const tail = new ZeroTail(hz, from);
          const found: unknown[] = [];
          for (let at = 0; at < samples.length; at += most) {
            const part = [Int32Array.from(samples.slice(at, at + most))];
            for (const run of tail.next(part, at, at + most >= samples.length)) {
              expect(run.at_s).toBeCloseTo(found.length / hz);
              found.push(...(run.samples[0] ?? []));
            }
          }
          return [found, tail.flaws(2)];
        };
        const padding = Math.min(3, samples.length - from);
        const isPadding = padding >= hz;
        const bytes = [{ code: 'bytes-after', detail: { bytes: 2 * padding } }];
        expect(read(size)).toEqual([
          isPadding ? samples.slice(0, samples.length - padding) : samples,
          isPadding ? bytes : [],
        ]);
      },
    ),
  );
});
