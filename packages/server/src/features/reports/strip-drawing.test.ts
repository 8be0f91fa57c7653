/** A strip's drawings: every lead stands in one, none is higher than a page, a millivolt is 10 mm and a second 25. */
import { expect, test } from 'vitest';
import { drawStrip, type DrawnStrip } from './strip-drawing.ts';

const sampling_hz = 100;
const names = ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5'];

/** Each lead is `height_uv` for one second, from its first second on, and zero else. */
function squares(height_uv: number, seconds: number): DrawnStrip {
  const length = seconds * sampling_hz;
  const values = Float32Array.from({ length }, (_, i) => (i >= 100 && i < 200 ? height_uv : 0));
  const strip: DrawnStrip['strip'] = {
    ...{ strip: 1, start_sample: 0, end_sample: length, caption: '', bpm: 60, s: 0, v: 0 },
    ...{ kinds: [], beats: [], episodes: [] },
  };
  const signals = names.map((label) => ({ label, values }));
  return { strip, sampling_hz, first_sample: 0, signals, recorded_leads: names.length };
}

const namesIn = (svg: string): string[] => names.filter((name) => svg.includes(`>${name}<`));

test('leads that fit stand in one drawing, higher ones in several, each lead once a stretch', () => {
  expect(drawStrip(squares(1000, 4)).map(({ svg }) => namesIn(svg))).toEqual([names]);
  const split = drawStrip(squares(3000, 10));
  expect(split).toHaveLength(3);
  expect(split.flatMap(({ svg }) => namesIn(svg))).toEqual([...names, ...names]);
  for (const { height_mm } of split) expect(height_mm).toBeLessThanOrEqual(240);
});

test('a lead that alone is higher than a page is drawn once, whole', () => {
  const rows = drawStrip(squares(25_000, 4));
  expect(rows.map(({ svg }) => namesIn(svg))).toEqual(names.map((name) => [name]));
});

test('a millivolt is 10.00 mm and a second 25.00 mm in every lead', () => {
  const [row] = drawStrip(squares(1000, 4));
  const traces = [...(row?.svg ?? '').matchAll(/d="(M10\.00 [^"]*)"/g)].map(([, path]) => path ?? '');
  expect(traces).toHaveLength(names.length);
  for (const path of traces) {
    const points = [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(
      ([, x, y]) => [Number(x), Number(y)] as const,
    );
    const ys = points.map(([, y]) => y);
    const top = Math.min(...ys);
    expect(Math.max(...ys) - top).toBeCloseTo(10, 2);
    const up = points.findIndex(([, y]) => y === top);
    const down = points.findIndex(([, y], i) => i > up && y !== top);
    expect((points[down]?.[0] ?? 0) - (points[up]?.[0] ?? 0)).toBeCloseTo(25, 2);
  }
});
