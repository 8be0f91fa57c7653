/**
 * Distinguishes U waves from P waves that no QRS follows. A U wave has one distance to the beat before it, however long
 * the interval is. A dropped P wave comes half an atrial interval later if the interval is an atrial interval longer.
 */
import type { PInterval } from './p-sequence.ts';

const fewest = 4;
/** Growth of the distance with the interval: 0.5 for P waves; less is that of U waves. */
const leastGrowth = 0.4;
/** Standard errors by which the growth must be below it. */
const errors = 3;

/** Tells whether the dropped P waves of a section follow the beats before them. */
export function areUWaves(section: readonly PInterval[]): boolean {
  const single = section.filter(({ dropped, conducted }) => dropped.length === 1 && conducted !== null);
  const n = single.length;
  if (n < fewest) return false;
  const intervals = single.map(({ from, to }) => to - from);
  const distances = single.map(({ from, dropped }) => (dropped[0] ?? 0) - from);
  const [x, y] = [mean(intervals), mean(distances)];
  let [xx, xy, yy] = [0, 0, 0];
  intervals.forEach((interval, i) => {
    const [dx, dy] = [interval - x, (distances[i] ?? 0) - y];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  });
  const growth = xy / xx;
  const error = Math.sqrt((yy - growth * xy) / (n - 2) / xx);
  return growth > -leastGrowth && growth + errors * error < leastGrowth;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
