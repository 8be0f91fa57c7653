/**
 * Measures how fast this machine is right now, so that figures can be compared with other machines and busy days: the
 * time of one fixed piece of work, measured again beside every benchmark. The work is SHA-256 over 32 MiB and a sort of
 * 300,000 numbers from a fixed generator: memory, native code and compiled JavaScript.
 */
import { createHash } from 'node:crypto';

const block = Buffer.alloc(32 * 1024 * 1024, 7);

function numbers(): Float64Array {
  const values = new Float64Array(300_000);
  let state = 12_345;
  for (let i = 0; i < values.length; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    values[i] = state;
  }
  return values;
}

function once(): number {
  const startedAt = performance.now();
  createHash('sha256').update(block).digest();
  Array.from(numbers()).sort((a, b) => a - b);
  return performance.now() - startedAt;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** Returns the milliseconds of the fixed work: the median of seven runs after one to warm up. */
export function machineReferenceMs(): number {
  once();
  return median(Array.from({ length: 7 }, once));
}
