import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tileSamples } from '../pyramid/layout.ts';
import { unpackBlock } from './packed-block.ts';
import { prefixBytes, readPackedIndex, TracePacker, type PackedPlaces } from './packed-trace.ts';

function packed(frames: Int16Array, leads: number, header: Uint8Array, cuts: readonly number[]) {
  const parts: Uint8Array[] = [];
  const packer = new TracePacker({ leads, samples: frames.length / leads }, header, (bytes) =>
    parts.push(bytes.slice()),
  );
  let from = 0;
  for (const cut of cuts) {
    packer.push(frames.slice(from, from + cut));
    from = Math.min(frames.length, from + cut);
  }
  packer.push(frames.subarray(from));
  const places = packer.finish();
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { bytes, places };
}

const indexOf = (bytes: Uint8Array, places: PackedPlaces) =>
  readPackedIndex(bytes.subarray(0, prefixBytes), bytes.subarray(places.index_start), places);

function unpacked(bytes: Uint8Array, places: PackedPlaces, leads: number, samples: number): Int16Array {
  const found = indexOf(bytes, places);
  if (!found.ok) throw new Error(found.fault);
  const frames = new Int16Array(leads * samples);
  for (let block = 0; block < leads * Math.ceil(samples / tileSamples); block++) {
    const own = unpackBlock(bytes.subarray(found.starts[block], found.starts[block + 1]));
    if (!own.ok) throw new Error(own.fault);
    const from = Math.floor(block / leads) * tileSamples;
    own.samples.forEach((value, i) => (frames[(from + i) * leads + (block % leads)] = value));
  }
  return frames;
}

test('a trace of any leads is the same after packing and unpacking, however its frames arrive', () => {
  const shape = fc.record({
    leads: fc.integer({ min: 1, max: 12 }),
    samples: fc.constantFrom(
      1,
      31,
      5_000,
      tileSamples - 1,
      tileSamples,
      tileSamples + 1,
      2 * tileSamples + 77,
    ),
    cuts: fc.array(fc.integer({ min: 1, max: 70_001 }), { maxLength: 8 }),
  });
  fc.assert(
    fc.property(shape, ({ leads, samples, cuts }) => {
      const frames = Int16Array.from({ length: leads * samples }, (_none, i) =>
        Math.round((i % leads) * 100 + 500 * Math.sin(i / leads / 20) + ((i * 7_919) % 13)),
      );
      const header = Uint8Array.from({ length: 128 + 32 * leads }, (_none, i) => i);
      const { bytes, places } = packed(frames, leads, header, cuts);
      expect(bytes).toEqual(packed(frames, leads, header, []).bytes);
      expect(places.file_bytes).toBe(bytes.length);
      expect(bytes.subarray(prefixBytes, prefixBytes + header.length)).toEqual(header);
      expect(unpacked(bytes, places, leads, samples)).toEqual(frames);
    }),
    { numRuns: 40 },
  );
});

test('a packed trace that is cut, changed or of another version is refused by name', () => {
  const frames = Int16Array.from({ length: 3 * 20_000 }, (_none, i) => (i * 31) % 977);
  const { bytes, places } = packed(frames, 3, new Uint8Array(224), []);
  const faultOf = (changed: Uint8Array, own = places): string => {
    const found = indexOf(changed, own);
    return found.ok ? 'none' : found.fault;
  };
  const changed = (at: number): Uint8Array => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));
  expect(faultOf(bytes)).toBe('none');
  expect(faultOf(changed(0))).toBe('start');
  expect(faultOf(changed(8))).toBe('version');
  for (let at = places.index_start; at < bytes.length; at += 1) expect(faultOf(changed(at))).toBe('index');
  expect(faultOf(bytes.subarray(0, -4))).toBe('index');
  expect(faultOf(new Uint8Array(5))).toBe('start');
  expect(faultOf(bytes, { ...places, header_bytes: 192 })).toBe('version');
});

test('frames that are missing or too many are refused', () => {
  const packer = new TracePacker({ leads: 2, samples: 10 }, new Uint8Array(192), () => undefined);
  packer.push(new Int16Array(19));
  expect(() => packer.finish()).toThrow(RangeError);
  expect(() => packer.push(new Int16Array(2))).toThrow(RangeError);
});
