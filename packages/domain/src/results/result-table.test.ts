import { isRhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { expect, test } from 'vitest';
import { languages } from '../kit/languages.ts';
import { ecgFindings } from './ecg-findings.ts';
import type { ResultSource } from './result-row.ts';
import { readResult, resultCodes, resultsOf, resultTable, sentValue } from './result-table.ts';

const rows = resultCodes.map((code) => ({ code, ...resultTable[code] }));

const source: ResultSource = {
  named: {
    worn_s: 86_000,
    analysed_s: 85_000,
    analysed_share: 85_000 / 86_400,
    rate_mean: 72.38,
    rate_min: 41,
    rate_max: 143,
    af_burden: 0.1372516,
    af_episodes: 3,
    af_longest_s: 5400,
    longest_rr_ms: 2344.44,
    pauses: 0,
    v_beats: 812,
    v_share: 0.0081,
    v_couplets: 2,
    v_runs: 0,
    s_beats: 0,
    s_share: 0,
    s_runs: 0,
    sdnn_ms: null,
  },
  summary: {
    engine_version: '1.20.0',
    duration_s: 86_400,
    beats: { total: 100_000 },
    rate: { shortest_rr: null },
    af: { seconds: 11_666 },
    brady_episodes: 0,
    tachy_episodes: 0,
    v: { longest_run_beats: 0, fastest_run_bpm: null },
    variability: { sdann_ms: 101.25, rmssd_ms: 30, pnn50: 0.05 },
  },
  counts: [{ kind: 'v_bigeminy', count: 4 }],
  intervals: { pr: null, qrs: null, qt: null, qtc: { median: 421, p5: 400, p95: 450 } },
  document: {
    report_version: 2,
    analysis_version: 1,
    conclusion: '',
    case: { severity: 'high' },
    critical: [{ rule: 'vt' }, { rule: 'vt' }],
    figures: { sequence: 7, checksum: '0123456789abcdef', open_items: 0 },
  },
};

test('every result has texts in every language, and short ones that fit a table', () => {
  for (const { code, texts, rule } of rows) {
    expect(code).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
    expect([code, /^[A-Z0-9].*\.$/.test(rule)]).toEqual([code, true]);
    for (const language of languages) {
      const [short, long] = texts[language];
      expect([code, language, short.length > 0 && short.length <= 45]).toEqual([code, language, true]);
      expect([code, language, long.length >= short.length - 1]).toEqual([code, language, true]);
    }
  }
});

test('a kind of finding or rule belongs to one row', () => {
  const fields = rows.map(({ from }) => JSON.stringify(from));
  expect(fields.filter((field, i) => fields.indexOf(field) !== i)).toEqual([]);
  for (const { code, from } of rows)
    if (code.startsWith('finding_')) {
      expect(isRhythmKey(code.slice(8))).toBe(true);
      expect(from).toEqual({ kind: code.slice(8) });
    }
});

/** Tells whether the last digit is the check digit of the others by mod 10, as in LOINC. */
function isLoinc(code: string): boolean {
  const [number = '', check] = code.split('-');
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, i) => {
      const doubled = i % 2 === 0 ? 2 * Number(digit) : Number(digit);
      return total + Math.floor(doubled / 10) + (doubled % 10);
    }, 0);
  return String((10 - (sum % 10)) % 10) === check;
}

const products = ['0123456789', '1234067895', '2340178956', '3401289567', '4012395678'];
const moreProducts = ['5987604321', '6598710432', '7659821043', '8765932104', '9876543210'];
const dihedral = [...products, ...moreProducts];
const turned = ['0123456789', '1576283094', '5803796142', '8916043527'];
const turnedOn = ['9453126870', '4286573901', '2793806415', '7046913258'];
const permutations = [...turned, ...turnedOn];

/** Tells whether the last digit is the check digit of Verhoeff, as in SNOMED CT. */
const isSnomed = (code: string): boolean =>
  Array.from(code)
    .reverse()
    .reduce((check, digit, i) => {
      const permuted = Number(permutations[i % 8]?.[Number(digit)]);
      return Number(dihedral[check]?.[permuted]);
    }, 0) === 0;

test('every published code has its check digit, and no code has two rows', () => {
  expect([isLoinc('8867-4'), isLoinc('8867-5')]).toEqual([true, false]);
  expect([isSnomed('49436004'), isSnomed('49436005')]).toEqual([true, false]);
  for (const { code, loinc, snomed, mdc } of rows) {
    if (loinc !== undefined) expect([code, isLoinc(loinc.code)]).toEqual([code, true]);
    if (snomed !== undefined) expect([code, isSnomed(snomed.code)]).toEqual([code, true]);
    if (mdc !== undefined) expect([code, Number(mdc.code) >> 16]).toEqual([code, 2]);
  }
  const codes = rows.flatMap(({ loinc, snomed, mdc }) =>
    [loinc, snomed, mdc].flatMap((one) => one?.code ?? []),
  );
  expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
});

test('every code of a finding of an ECG has its check digit and one kind', () => {
  const codes = Object.values(ecgFindings).map(({ code }) => code);
  for (const code of codes) expect([code, isSnomed(code)]).toEqual([code, true]);
  expect(new Set(codes).size).toBe(codes.length);
});

test('a value is read from its field, in the unit of its row', () => {
  expect(readResult(source, 'af_burden')).toBe(13.72516);
  expect(readResult(source, 'af_longest')).toBe(5400);
  expect(readResult(source, 'qtc')).toBe(421);
  expect(readResult(source, 'pr')).toBeNull();
  expect(readResult(source, 'pauses')).toBe(0);
  expect(readResult(source, 'conclusion')).toBeNull();
  expect(readResult(source, 'severity')).toBe('high');
  expect(readResult(source, 'report_version')).toBe('2');
  expect(readResult(source, 'finding_v_bigeminy')).toBe(4);
  expect(readResult(source, 'finding_vt')).toBeNull();
  expect(readResult(source, 'critical_vt')).toBe(2);
  expect(readResult({ ...source, document: null }, 'critical_vt')).toBeNull();
  expect(readResult({ ...source, intervals: null }, 'qtc')).toBeNull();
});

test('what is sent is rounded by unit, and results without a value are left out', () => {
  expect(sentValue(resultTable.af_burden, 13.72516)).toBe(13.725);
  const sent = new Map(resultsOf(source, { worn: 'tested' }).map(({ code, value }) => [code, value]));
  expect([sent.get('rate_mean'), sent.get('longest_rr')]).toEqual([72.4, 2344.4]);
  expect([sent.has('pr'), sent.has('worn'), sent.has('analysed')]).toEqual([false, false, true]);
});
