import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatIsoUtc, isoUtcWriter, parseIsoUtc } from './iso-time.ts';
import type { SummaryRow } from './summary-csv.ts';
import { encodeSummaryCsv, parseSummaryCsv, summaryColumns, uncountedHours } from './summary-csv.ts';

const startMs = Date.UTC(2026, 2, 1, 8, 20);
const figures = { beats: 4000, hr_min: 51.5, hr_mean: 66, hr_max: 120, sve: 3, ve: 1, pauses: 0 };
const rest = { longest_rr_ms: 1320, af_s: 0, noise_s: 12.5 };

function row(atMs: number, durationS = 3600): SummaryRow {
  return { hour_start_ms: atMs, duration_s: durationS, analysed_s: durationS, ...figures, ...rest };
}

const hours = [row(startMs, 2400), row(startMs + 2_400_000), row(startMs + 6_000_000, 10)];
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (rows: readonly SummaryRow[]) => new TextDecoder().decode(encodeSummaryCsv(rows));

test('rows are read back as written, with partial hours at both ends', () => {
  expect(parseSummaryCsv(encodeSummaryCsv(hours))).toEqual({ ok: true, value: hours });
});

test('a byte-order mark, LF, another order, unknown and quoted columns are accepted', () => {
  const [header = '', first = ''] = textOf(hours).split('\r\n');
  const turned = (line: string) => ['"x, ""y""\r\n"', ...line.split(',').reverse()].join(',');
  const text = `\ufeff${turned(header)}\n${turned(first)}\n\n`;
  expect(parseSummaryCsv(bytesOf(text))).toEqual({ ok: true, value: hours.slice(0, 1) });
});

test('a missing column is named', () => {
  const text = textOf(hours).replace('noise_s', 'noise');
  expect(parseSummaryCsv(bytesOf(text))).toMatchObject({
    code: 'csv/missing-column',
    detail: { column: 'noise_s' },
  });
});

test.each(['', '-1', '1e3', 'NaN', '0x10', '1,5', ' 4'])(
  '"%s" is no number; row and column are named',
  (wrong) => {
    const text = textOf(hours).replace('66,120', `${wrong.includes(',') ? `"${wrong}"` : wrong},120`);
    expect(parseSummaryCsv(bytesOf(text))).toMatchObject({
      code: 'csv/number',
      detail: { row: 2, column: 'hr_mean' },
    });
  },
);

test('a count must be whole', () => {
  const text = textOf(hours).replace(',4000,', ',4000.5,');
  expect(parseSummaryCsv(bytesOf(text))).toMatchObject({
    code: 'csv/number',
    detail: { row: 2, column: 'beats' },
  });
});

test.each([
  ['a lost hour', [row(startMs), row(startMs + 7_200_000)]],
  ['an hour twice', [row(startMs), row(startMs)]],
  ['turned round', [row(startMs + 3_600_000), row(startMs)]],
])('%s does not follow', (_name, rows) => {
  expect(parseSummaryCsv(encodeSummaryCsv(rows))).toMatchObject({
    code: 'summary/hour-order',
    detail: { row: 3 },
  });
});

test('other invalid files are refused', () => {
  const code = (bytes: Uint8Array) => {
    const answer = parseSummaryCsv(bytes);
    return answer.ok ? 'ok' : answer.code;
  };
  expect(code(bytesOf(''))).toBe('csv/empty');
  expect(code(bytesOf(summaryColumns.join(',')))).toBe('summary/no-rows');
  expect(code(bytesOf(`${textOf(hours)}1,2,3`))).toBe('csv/field-count');
  expect(code(bytesOf(textOf(hours).replace('Z', '+09:00')))).toBe('csv/time');
  expect(code(bytesOf(textOf(hours).replace(',0,', ',0"0,')))).toBe('csv/quote');
  expect(code(bytesOf(`${textOf(hours)}"`))).toBe('csv/quote');
  expect(code(bytesOf(textOf(hours).replace('beats', 'beats,beats')))).toBe('csv/duplicate-column');
  expect(code(new Uint8Array([0xff, 0xfe, 0x41]))).toBe('csv/not-utf8');
  expect(code(new Uint8Array(4 * 2 ** 20 + 1))).toBe('csv/too-large');
  const many = Array.from({ length: 723 }, (_unused, i) => row(startMs + i * 3_600_000));
  expect(code(encodeSummaryCsv(many))).toBe('csv/too-many-rows');
  expect(() => encodeSummaryCsv([{ ...row(startMs), beats: 1.5 }])).toThrow(RangeError);
});

test('any text gives an error and never throws', () => {
  const lines = fc.array(fc.stringMatching(/^[0-9a-z",\r\n. -]{0,40}$/), { maxLength: 6 });
  fc.assert(
    fc.property(lines, (parts) => {
      expect(typeof parseSummaryCsv(bytesOf([summaryColumns.join(','), ...parts].join('\n'))).ok).toBe(
        'boolean',
      );
    }),
  );
});

test('times are read back to the millisecond, and invalid dates are refused', () => {
  const dates = fc.date({
    min: new Date('1970-01-01'),
    max: new Date('2199-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  fc.assert(fc.property(dates, (date) => parseIsoUtc(formatIsoUtc(date.getTime())) === date.getTime()));
  for (const wrong of [
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01',
  ]) {
    expect(parseIsoUtc(wrong)).toBeNull();
  }
  const writer = isoUtcWriter();
  fc.assert(fc.property(dates, (date) => writer(date.getTime()) === formatIsoUtc(date.getTime())));
});

test('a recording that ends a millionth of a second behind an hour has no row for it', () => {
  const hourMs = Date.UTC(2026, 2, 1, 8);
  const endsOf = (durationMs: number) =>
    uncountedHours(hourMs, durationMs).map(
      ({ hour_start_ms, duration_s }) => hour_start_ms + 1000 * duration_s,
    );
  expect(endsOf((1000 * 1_200_000) / 333.333333)).toEqual([hourMs + 3_600_000]);
  expect(endsOf(3_600_001)).toEqual([hourMs + 3_600_000, hourMs + 3_600_001]);
  expect(endsOf(0.5)).toEqual([hourMs + 1]);
});
