import { byteN, byteV } from '@rhythmdesk/ecg/beats/beat-class';
import { addRow, createBeatColumns, shapeWidth } from '@rhythmdesk/ecg/beats/beat-columns';
import { expect, test } from 'vitest';
import { withVentricularRuns } from './ventricular-runs.ts';

const workHz = 250;
const rr = 200;
/**
 * Returns a steady heart in which every 40th of the first beats is ventricular: template 7, wider, of another shape.
 */
function heart(beats: number, forms: number) {
  const columns = createBeatColumns(beats, false);
  const truth = new Uint8Array(beats).fill(byteN);
  for (let k = 0; k < beats; k++) {
    const i = addRow(columns);
    columns.peak[i] = rr * k;
    columns.onset[i] = 8;
    columns.offset[i] = 8;
    columns.shape.fill(99, i * shapeWidth, (i + 1) * shapeWidth);
    if (k % 40 !== 39 || k >= 40 * forms) continue;
    truth[i] = byteV;
    columns.template[i] = 7;
    columns.onset[i] = 17;
    columns.shape.fill(20, i * shapeWidth, (i + 1) * shapeWidth);
  }
  return { columns, truth };
}

/** Returns the first beat and the length of each sequence of ventricular beats. */
function rowsOf(truth: Uint8Array): { from: number; count: number }[] {
  const rows: { from: number; count: number }[] = [];
  truth.forEach((byte, i) => {
    if (byte !== byteV) return;
    const last = rows.at(-1);
    if (last && last.from + last.count === i) last.count++;
    else rows.push({ from: i, count: 1 });
  });
  return rows;
}

test('runs of three to twelve repeat the shapes of the record’s own ventricular beats, and all their labels are V', () => {
  const { columns, truth } = heart(4000, 4);
  const copy = withVentricularRuns(columns, truth, 3);
  const runs = rowsOf(copy.truth).filter(({ count }) => count > 2);
  expect(runs.length).toBeGreaterThan(20);
  expect(Math.max(...runs.map(({ count }) => count))).toBeLessThanOrEqual(12);
  copy.truth.forEach((byte, i) => {
    expect(copy.columns.template[i]).toBe(byte === byteV ? 7 : 0);
    expect(copy.columns.onset[i]).toBe(byte === byteV ? 17 : 8);
  });
  for (const { from, count } of runs) {
    const cycle = (copy.columns.peak[from + 1] ?? 0) - (copy.columns.peak[from] ?? 0);
    expect(cycle).toBeGreaterThan(0.28 * workHz);
    expect(cycle).toBeLessThan(0.65 * workHz);
    expect(copy.near.slice(from, from + count)).toEqual(new Uint8Array(count).fill(1));
  }
});

test('after an inserted run the next normal beat comes at its usual time', () => {
  const { columns, truth } = heart(4000, 4);
  const copy = withVentricularRuns(columns, truth, 3);
  const single = rowsOf(copy.truth).filter(({ from, count }) => count === 1 && truth[from] === byteN);
  expect(single.length).toBeGreaterThan(20);
  for (const { from } of single) {
    const whole = (copy.columns.peak[from + 1] ?? 0) - (copy.columns.peak[from - 1] ?? 0);
    expect(whole / rr).toBeGreaterThan(0.8);
    expect(whole / rr).toBeLessThan(1.25);
  }
});

test('the record is unchanged, time continues, and the same seed gives the same copy', () => {
  const { columns, truth } = heart(1000, 4);
  const [peaks, shapes] = [columns.peak.slice(), columns.shape.slice()];
  const copy = withVentricularRuns(columns, truth, 5);
  expect(withVentricularRuns(columns, truth, 5)).toEqual(copy);
  expect([columns.peak, columns.shape]).toEqual([peaks, shapes]);
  for (let i = 1; i < columns.count; i++)
    expect(copy.columns.peak[i] ?? 0).toBeGreaterThan(copy.columns.peak[i - 1] ?? 0);
});

test('a record with fewer than three ventricular beats has no form to repeat', () => {
  const { columns, truth } = heart(1000, 2);
  const copy = withVentricularRuns(columns, truth, 5);
  expect(copy.truth).toEqual(truth);
  expect(copy.near.includes(1)).toBe(false);
});
