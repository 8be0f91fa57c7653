/**
 * Tests a strip's drawings: every lead is in one, none is higher than a page, a millivolt is 10 mm and a second 25 mm.
 */
import { expect, test } from 'vitest';
import type { StripMark } from '@rhythmdesk/ecg/reading/edits';
import { drawStrip } from './strip-drawing.ts';
import type { DrawnStrip } from './strip-layout.ts';
import { measuredCaliper } from './strip-marks.ts';

const sampling_hz = 100;
const names = ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5'];

/** Each lead is `height_uv` for one second, from second 1 on, and zero elsewhere. */
function squares(height_uv: number, seconds: number, of: Partial<DrawnStrip['strip']> = {}): DrawnStrip {
  const length = seconds * sampling_hz;
  const values = Float32Array.from({ length }, (_, i) => (i >= 100 && i < 200 ? height_uv : 0));
  const strip: DrawnStrip['strip'] = {
    ...{ strip: 1, start_sample: 0, end_sample: length, caption: '', bpm: 60, s: 0, v: 0 },
    ...{ kinds: [], beats: [], episodes: [], marks: [], shows: null },
    scale: { mm_per_s: 25, mm_per_mv: 10 },
    ...of,
  };
  const signals = names.map((label) => ({ label, values, raw: values }));
  return { strip, sampling_hz, first_sample: 0, signals };
}
const draw = (drawn: DrawnStrip) => drawStrip(drawn, (mark) => (mark.of === 'caliper' ? 'ms' : mark.text));

const namesIn = (svg: string): string[] => names.filter((name) => svg.includes(`>${name}<`));

test('leads that fit are in one drawing, higher ones in several, each lead once per section', () => {
  expect(draw(squares(1000, 4)).map(({ svg }) => namesIn(svg))).toEqual([names]);
  const split = draw(squares(3000, 10));
  expect(split).toHaveLength(3);
  expect(split.flatMap(({ svg }) => namesIn(svg))).toEqual([...names, ...names]);
  for (const { height_mm } of split) expect(height_mm).toBeLessThanOrEqual(240);
});

test('a single lead that is higher than a page is drawn once, completely', () => {
  const rows = draw(squares(25_000, 4));
  expect(rows.map(({ svg }) => namesIn(svg))).toEqual(names.map((name) => [name]));
});

/** Returns the points of the traces in a drawing, by lead. */
function tracesIn(svg: string): (readonly [number, number])[][] {
  const paths = [...svg.matchAll(/d="(M[^"]*)" fill="none" stroke="#15222C" stroke-width="0.22"/g)];
  return paths.map(([, path = '']) =>
    [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const),
  );
}

test.each([
  [25, 10],
  [12.5, 20],
  [50, 2.5],
] as const)(
  'at %s mm/s and %s mm/mV a second and a millivolt have that size in every lead',
  (mm_per_s, mm_per_mv) => {
    const rows = draw(squares(1000, 3, { scale: { mm_per_s, mm_per_mv } }));
    const traces = rows.flatMap(({ svg }) => tracesIn(svg));
    expect(traces).toHaveLength(names.length);
    for (const points of traces) {
      const ys = points.map(([, y]) => y);
      const top = Math.min(...ys);
      expect(Math.max(...ys) - top).toBeCloseTo(mm_per_mv, 1);
      const up = points.findIndex(([, y]) => y === top);
      const down = points.findIndex(([, y], i) => i > up && y !== top);
      expect((points[down]?.[0] ?? 0) - (points[up]?.[0] ?? 0)).toBeCloseTo(mm_per_s, 1);
    }
  },
);

const twelve = (seconds: number, of: Partial<DrawnStrip['strip']> = {}): DrawnStrip => {
  const drawn = squares(1000, seconds, of);
  const [first] = drawn.signals;
  if (first === undefined) throw new Error('no signal');
  return { ...drawn, signals: [...drawn.signals, { ...first, label: 'V6' }] };
};

test('the standard twelve are three by four, a quarter of ten seconds each, with lead II below', () => {
  const [row, ...others] = draw(twelve(10));
  expect(others).toEqual([]);
  expect([row?.width_mm, namesIn(row?.svg ?? '').length, row?.svg.includes('>V6<')]).toEqual([260, 11, true]);
  const ends = tracesIn(row?.svg ?? '').map((points) => [points[0]?.[0], points.at(-1)?.[0]]);
  const quarter = (i: number): number[] => [10 + i * 62.5, 10 + (i + 1) * 62.5 - 0.25];
  const columns = [0, 1, 2, 3].map(quarter);
  expect(ends).toEqual([...columns, ...columns, ...columns, [10, 259.75]]);
});

test('a shorter strip is in the middle of its sheet, a longer one continues on the next', () => {
  const [row] = draw(twelve(10, { start_sample: 200, end_sample: 400 }));
  expect(row?.svg).toContain('fill="#FFFAF6A6"');
  const [start] = tracesIn(row?.svg ?? '').at(-1) ?? [];
  // Two seconds before the recording there is nothing to draw.
  expect(start?.[0]).toBe(60);
  expect(draw(twelve(25)).map(({ width_mm }) => width_mm)).toEqual([260, 260, 260]);
});

const at = (row: { readonly texts: readonly { readonly text: string }[] } | undefined): string[] =>
  (row?.texts ?? []).map(({ text }) => text);

test('a mark is drawn on its lead, on a sheet at another time on the lead over the whole width', () => {
  const words = { of: 'text', uv: 0, text: 'here' } as const;
  const marks: StripMark[] = [
    { ...words, lead: 0, sample: 50 },
    { ...words, lead: 0, sample: 450 },
    { of: 'caliper', lead: 1, sample: 500, to_sample: 584 },
    { of: 'arrow', lead: 2, sample: 20, uv: 1e6, to_sample: 30, to_uv: -1e6, text: '' },
    { ...words, lead: 40, sample: 50 },
    { ...words, lead: 0, sample: 2_000_000 },
  ];
  const [first, second] = draw(squares(1000, 10, { marks }));
  expect([at(first), at(second)]).toEqual([['here', 'here', 'ms'], []]);
  expect(first?.svg.match(/stroke="#0A6468"/g)).toHaveLength(3);
  expect(at(draw(twelve(10, { marks }))[0])).toEqual(['here', 'I: here', 'ms']);
});

test('a mark at any height stays on its drawing, which grows by a few millimetres at most', () => {
  const plain = draw(squares(1000, 4))[0]?.height_mm ?? 0;
  const marks: StripMark[] = [1e6, -1e6].map((uv) => ({ of: 'text', lead: 0, sample: 50, uv, text: 'x' }));
  const [row] = draw(squares(1000, 4, { marks }));
  expect((row?.height_mm ?? 0) - plain).toBeLessThanOrEqual(30);
  for (const { y_mm } of row?.texts ?? []) {
    expect(y_mm).toBeGreaterThan(0);
    expect(y_mm).toBeLessThan(row?.height_mm ?? 0);
  }
});

test('a caliper measures milliseconds, rate and the unfiltered voltage', () => {
  const drawn = squares(500, 4);
  const mark = { of: 'caliper', lead: 0, sample: 150, to_sample: 250 } as const;
  expect(measuredCaliper(drawn, mark)).toEqual({ ms: 1000, bpm: 60, mv: -0.5 });
  expect(measuredCaliper(drawn, { ...mark, to_sample: 150 })).toEqual({ ms: 0, bpm: null, mv: 0 });
  expect(measuredCaliper(drawn, { ...mark, to_sample: 999 }).mv).toBeNull();
});

test('the name of a lead has a font that contains it', () => {
  const drawn = squares(1000, 2);
  const [signal] = drawn.signals;
  if (signal === undefined) throw new Error('a strip without signals');
  const svgOf = (label: string): string =>
    draw({ ...drawn, signals: [signal, { ...signal, label }] })
      .map(({ svg }) => svg)
      .join('');
  expect(svgOf('II')).toMatch(/font-family="Noto Sans JP"[^>]*>II</);
  expect(svgOf('Przedsercowe łączne')).toMatch(/font-family="Noto Sans"[^>]*>Przedsercowe łączne</);
  expect(svgOf('Kanał 😀')).toMatch(/font-family="Noto Sans"[^>]*>Kanał 〓</);
});
