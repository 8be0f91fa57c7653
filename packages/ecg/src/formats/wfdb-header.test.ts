import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeWfdbHeader, parseWfdbHeader } from './wfdb-header.ts';
import { readWfdbSignals } from './wfdb-signal.ts';

const parse = (text: string) => parseWfdbHeader(new TextEncoder().encode(text));

test('a complete header is read', () => {
  const answer = parse(
    '# first\r\n100s 2 360 650000 10:05:30.5 25/12/1989\n100.dat 212x2:3+8 200.5(-5)/uV 11 1024 995 -22131 0 ML II\n' +
      '101.dat 16 0\n# 69 M\n',
  );
  expect(answer).toMatchObject({
    ok: true,
    value: {
      record: '100s',
      sampling_hz: 360,
      samples: 650_000,
      start_ms: Date.UTC(1989, 11, 25, 10, 5, 30, 500),
      comments: ['first', '69 M'],
    },
  });
  if (!answer.ok) return;
  expect(answer.value.signals[0]).toEqual({
    file: '100.dat',
    format: 212,
    samples_per_frame: 2,
    skew: 3,
    byte_offset: 8,
    gain: 200.5,
    baseline: -5,
    units: 'uV',
    adc_resolution: 11,
    adc_zero: 1024,
    initial_value: 995,
    checksum: -22131,
    block_size: 0,
    description: 'ML II',
  });
  expect(answer.value.signals[1]).toMatchObject({ gain: 200, baseline: 0, units: 'mV', checksum: null });
  expect(parseWfdbHeader(encodeWfdbHeader(answer.value))).toMatchObject({
    value: { ...answer.value, signals: [answer.value.signals[0], { file: '101.dat', checksum: 0 }] },
  });
});

test('the shortest header has the manual’s defaults; the baseline follows the ADC zero', () => {
  const answer = parse('x 1\nx.dat 16 100 12 7\n');
  expect(answer).toMatchObject({
    value: { sampling_hz: 250, samples: null, start_ms: null, signals: [{ baseline: 7, initial_value: 7 }] },
  });
});

test('a unit that is left out behind its stroke is the usual one', () => {
  expect(parse('x 1\nx.dat 16 100(0)/ 12 0 0 0 0 II\n')).toMatchObject({
    value: { signals: [{ units: 'mV', description: 'II' }] },
  });
});

test.each([
  ['', 1],
  ['x two\n', 1],
  ['x 2\nx.dat 16\n', 1],
  ['x 1 0\nx.dat 16\n', 1],
  ['x 1\nx.dat sixteen\n', 2],
  ['x 1\n../x.dat 16\n', 2],
  ['x 99999\n', 1],
])('%j is refused at line %i', (text, line) => {
  expect(parse(text)).toEqual({ ok: false, code: 'wfdb/header-line', detail: { line } });
});

test('a multi-segment header is refused', () => {
  expect(parse('x/3 1 250 1000\na 500\nb 500\n')).toMatchObject({ code: 'wfdb/segments' });
});

test('changed headers give an error and never throw, and cost no more than the signal file', () => {
  const good =
    'x 2 360 6 10:00:00 1/2/2020\nx.dat 212x2:1+0 200(0)/mV 11 0 0 0 0 II\nx.dat 212 200 11 0 0 0 0 V1\n';
  const letters = fc.constantFrom(...Array.from(' \n0123456789x:+-./()#ab\u00e9'));
  const changes = fc.array(fc.tuple(fc.nat(good.length - 1), letters), { maxLength: 8 });
  fc.assert(
    fc.property(changes, (list) => {
      const text = Array.from(good);
      for (const [at, letter] of list) text[at] = letter;
      const header = parse(text.join(''));
      if (!header.ok) return;
      const answer = readWfdbSignals(header.value, new Map([['x.dat', new Uint8Array(27)]]));
      if (answer.ok) for (const samples of answer.value.samples) expect(samples.length).toBeLessThan(200);
    }),
    { numRuns: 1000 },
  );
});

// A reading whose time grows with the square of the length would take longer than a test may.
test('a base time of a megabyte is read at once, and is named in part', () => {
  const answer = parse(`x 1 250 1000 never${' '.repeat(1_000_000)}y\nx.dat 16\n`);
  expect(answer).toMatchObject({
    value: { flaws: [{ code: 'start-unreadable', detail: { found: 'never' } }] },
  });
});
