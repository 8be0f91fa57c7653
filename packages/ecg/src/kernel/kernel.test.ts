import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCandidates } from '../beats/candidates.ts';
import { createLeadBands } from '../beats/lead-bands.ts';
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import { createLeadInput } from '../signal/lead-input.ts';
import {
  blockHalves,
  blockRaw,
  halfHistory,
  mostShape,
  rawBefore,
  shifts,
  treeRows,
  windowHalves,
} from './kernel-sizes.ts';
import type { Kernel } from './kernel.ts';
import { createPortableKernel } from './portable.ts';
import { sumTrees } from './tree-tables.ts';
import { openWasmKernel } from './wasm.ts';

const portable = createPortableKernel();
const wasm = openWasmKernel() ?? portable;

test('WebAssembly is available here', () => {
  expect(wasm).not.toBe(portable);
});

const bits = (values: Float32Array | Float64Array): Uint8Array => new Uint8Array(values.slice().buffer);

/**
 * Steps, flat stretches and values of very different size; apart from 0, none is below a nanovolt, as in any recording.
 */
const signal = fc.array(
  fc.record({
    kind: fc.constantFrom('flat', 'steps', 'wild'),
    level: fc
      .double({ min: -200_000, max: 200_000, noNaN: true })
      .map((level) => (Math.abs(level) < 0.001 ? 0 : level)),
    size: fc.constantFrom(0.001, 1, 300, 100_000),
  }),
  { minLength: 1, maxLength: 40 },
);

function painted(
  parts: readonly { kind: string; level: number; size: number }[],
  length: number,
): Float32Array {
  const out = new Float32Array(length);
  for (let i = 0; i < length; i++) {
    const part = parts[Math.floor((i * parts.length) / length)];
    if (!part) continue;
    const turn = Math.sin(i * 0.7) * Math.sin(i * 0.013);
    out[i] =
      part.kind === 'flat'
        ? part.level
        : part.kind === 'steps'
          ? part.level * Math.sign(turn)
          : part.size * turn;
  }
  return out;
}

function scanned(kernel: Kernel, work: Float32Array, halves: number): Uint8Array[] {
  kernel.work.set(work);
  kernel.half.fill(0);
  kernel.mid.fill(0);
  kernel.envelope(halves);
  const out = [
    bits(kernel.half.slice(0, halfHistory + halves)),
    bits(kernel.mid.slice(halfHistory, halfHistory + halves - 9)),
  ];
  kernel.scan.fill(0);
  const peaks = kernel.peaks(0, halves - 22);
  out.push(bits(kernel.scan), bits(Float64Array.from(kernel.peak_at.slice(0, peaks))));
  out.push(
    bits(kernel.peak_height.slice(0, peaks)),
    bits(Float64Array.from(kernel.peak_width.slice(0, peaks))),
  );
  for (let from = 0; from + windowHalves + 22 <= halves; from += 100) {
    kernel.window(from);
    out.push(bits(kernel.figures));
  }
  return out;
}

test('both kernels give the same bits for every block', () => {
  fc.assert(
    fc.property(signal, fc.integer({ min: 22, max: blockHalves }), (parts, halves) => {
      const work = painted(parts, 64 + 2 * halves);
      expect(scanned(wasm, work, halves)).toEqual(scanned(portable, work, halves));
    }),
    { numRuns: 60 },
  );
});

test('both kernels find the same range and turns around a position', () => {
  const part = fc.double({ min: 0.05, max: 1, noNaN: true });
  const times = fc.double({ min: 0, max: 4, noNaN: true });
  fc.assert(
    fc.property(signal, part, times, times, (parts, share, before, after) => {
      const around = painted(parts, wasm.near_half.length);
      const answers = [wasm, portable].map((kernel) => {
        kernel.near_half.set(around);
        kernel.near_work.set(around.subarray(0, kernel.near_work.length));
        const looks = [kernel.turns(share), kernel.farthest(), kernel.bounds(share)];
        return [kernel.range(), ...looks, kernel.loneBend(before, after)];
      });
      expect(answers[0]).toEqual(answers[1]);
    }),
    { numRuns: 500 },
  );
});

test('both kernels compare a signal with a shape in the same way', () => {
  fc.assert(
    fc.property(signal, fc.integer({ min: 1, max: mostShape }), (parts, length) => {
      const both = painted(parts, mostShape + shifts + mostShape);
      const answers = [wasm, portable].map((kernel) => {
        kernel.signal.set(both.subarray(0, mostShape + shifts));
        kernel.shape.set(both.subarray(mostShape + shifts));
        kernel.correlate(length);
        kernel.moments(length);
        return [kernel.products, kernel.sums, kernel.squares].map(bits);
      });
      expect(answers[0]).toEqual(answers[1]);
    }),
  );
});

test('both kernels compute the same medians of nine windows and of the middle three', () => {
  const figure = fc.float({ min: -4, max: 4, noNaN: true }).map((value) => value + 0);
  fc.assert(
    fc.property(fc.array(figure, { minLength: 36, maxLength: 36 }), (rows) => {
      const answers = [wasm, portable].map((kernel) => {
        kernel.nine_rows.set(rows);
        kernel.mediansOfNine();
        return [...kernel.medians];
      });
      expect(answers[0]).toEqual(answers[1]);
    }),
  );
});

test('both kernels detect and scale raw samples in the same way', () => {
  const samples = fc.array(fc.oneof(fc.integer({ min: -32768, max: 32767 }), fc.constantFrom(NO_SIGNAL, 7)), {
    minLength: 1,
    maxLength: 300,
  });
  fc.assert(
    fc.property(
      samples,
      fc.integer({ min: 1, max: 20 }),
      fc.double({ min: 0.01, max: 50, noNaN: true }),
      (raw, times, gain) => {
        const run = raw.flatMap((value) => Array.from({ length: times }, () => value)).slice(0, blockRaw);
        const answers = [wasm, portable].map((kernel) => {
          kernel.raw[rawBefore] = 3;
          kernel.raw.set(run, rawBefore + 1);
          const seen = kernel.look(run.length);
          const range = [...kernel.raw_range, kernel.steepest(run.length)];
          kernel.scale(run.length, gain, 0.3);
          return [seen, range, bits(kernel.values.slice(0, run.length))];
        });
        expect(answers[0]).toEqual(answers[1]);
      },
    ),
  );
});

const numbers = (count: number): fc.Arbitrary<number[]> =>
  fc.array(fc.float({ min: -4, max: 4, noNaN: true }), { minLength: count, maxLength: count });

test('both kernels sum trees in the same way, of any depth and after any number of other models', () => {
  const model = fc.integer({ min: 2, max: 5 }).chain((depth) =>
    fc.integer({ min: 1, max: 60 }).chain((trees) =>
      fc.record({
        depth: fc.constant(depth),
        bias: fc.double({ min: -2, max: 2, noNaN: true }),
        features: fc.uint8Array({
          minLength: trees * (2 ** depth - 1),
          maxLength: trees * (2 ** depth - 1),
          max: 9,
        }),
        thresholds: numbers(trees * (2 ** depth - 1)).map((values) => Float32Array.from(values)),
        leaves: numbers(trees * 2 ** depth).map((values) => Float32Array.from(values)),
      }),
    ),
  );
  let bytes = 0;
  fc.assert(
    fc.property(model, numbers(10 * treeRows), (tables, rows) => {
      bytes += 8 * tables.features.length + 4 * tables.leaves.length;
      const answers = [wasm, portable].map((kernel) => {
        kernel.tree_rows.set(rows);
        kernel.sumTrees(tables);
        kernel.sumTrees(tables);
        return bits(kernel.tree_sums);
      });
      expect(answers[0]).toEqual(answers[1]);
      expect(sumTrees(tables, Float32Array.from(rows), 1, treeRows)).toBe(portable.tree_sums[1]);
    }),
  );
  expect(bytes).toBeGreaterThan(2 * 65536);
});

test('both kernels sum soft trees in the same way', () => {
  const trees = 5;
  const model = fc.record({
    depth: fc.constant(3),
    bias: fc.double({ min: -2, max: 2, noNaN: true }),
    features: fc.uint8Array({ minLength: 7 * trees, maxLength: 7 * trees, max: 9 }),
    thresholds: numbers(7 * trees).map((values) => Float32Array.from(values)),
    leaves: numbers(8 * trees).map((values) => Float32Array.from(values)),
    is_soft: fc.constant(true),
  });
  fc.assert(
    fc.property(model, numbers(10 * treeRows), (tables, rows) => {
      const answers = [wasm, portable].map((kernel) => {
        kernel.tree_rows.set(rows);
        kernel.sumTrees(tables);
        return bits(kernel.tree_sums);
      });
      expect(answers[0]).toEqual(answers[1]);
    }),
  );
});

test('a soft tree is the tree itself far from its thresholds, and halfway between its leaves at one', () => {
  const tree = {
    depth: 3,
    bias: 0,
    features: new Uint8Array(7),
    thresholds: Float32Array.of(0, -2, 2, -3, -1, 1, 3),
    leaves: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8),
  };
  const sumAt = (value: number, is_soft: boolean): number => {
    portable.tree_rows.fill(value);
    portable.sumTrees({ ...tree, is_soft });
    return portable.tree_sums[0] ?? 0;
  };
  for (const value of [-4, -2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 4])
    expect(sumAt(value, true)).toBe(sumAt(value, false));
  expect(sumAt(1, true)).toBe(5.5);
  expect(sumAt(1.25, true)).toBe(5.75);
});

/** Returns a beat per second, with noise, a gap, saturation and a flat line. */
function recording(): Int16Array {
  return Int16Array.from({ length: 360 * 90 }, (_, i) => {
    const second = Math.floor(i / 360);
    if (second === 20 || second === 21) return NO_SIGNAL;
    if (second === 40) return 32767;
    if (second > 60 && second < 68) return 55;
    const wave = 900 * Math.exp(-(((i % 300) - 150) ** 2) / 40);
    return Math.round(wave + 20 * Math.sin(i * 2.1) + 40 * Math.sin(i * 0.03));
  });
}

function found(kernel: Kernel, chunk: number): number[] {
  const input = createLeadInput({ sampling_hz: 360, work_hz: 250, gain_uv: 4.88 }, kernel);
  const bands = createLeadBands(kernel);
  const candidates = createCandidates(bands, kernel);
  const raw = recording();
  const out: number[] = [];
  let reported = 0;
  for (let from = 0; from < raw.length; from += chunk) {
    input.push(raw.subarray(from, from + chunk), 0, 1, (samples, count) =>
      bands.append(samples.slice(0, count), 0, count),
    );
    candidates.scan(bands.complete());
    for (; reported < candidates.count(); reported++) {
      candidates.describe(reported);
      out.push(
        candidates.at[reported] ?? 0,
        candidates.height[reported] ?? 0,
        candidates.width[reported] ?? 0,
      );
      out.push(candidates.fast_ratio[reported] ?? 0, candidates.slow_ratio[reported] ?? 0);
    }
  }
  return [...out, ...input.seconds()];
}

test('a recording gives the same candidates and seconds through either kernel, in chunks of any size', () => {
  const expected = found(portable, 4096);
  expect(expected.length).toBeGreaterThan(400);
  expect(found(wasm, 4096)).toEqual(expected);
  expect(found(wasm, 777)).toEqual(expected);
  expect(found(portable, 360)).toEqual(expected);
});
