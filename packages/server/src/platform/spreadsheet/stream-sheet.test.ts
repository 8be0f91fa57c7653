/** Tests spreadsheets with an independent reader: values have their types, texts are unchanged, nothing is executed. */
import { setImmediate } from 'node:timers/promises';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SheetBatch, SheetCell, SheetColumn, SheetRow } from './sheet-plan.ts';
import { sheetNameXml, sheetWriter, shownText } from './sheet-xml.ts';
import { streamSheet } from './stream-sheet.ts';
import { readSheetLines } from './test-read-sheet.ts';

const column = (kind: SheetColumn['kind'], head: string = kind): SheetColumn => ({ head, width: 20, kind });
const { signal } = new AbortController();

type Made = {
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly SheetRow[];
  readonly zone?: string;
};

async function* batchesOf(rows: readonly SheetRow[], size = 2): AsyncGenerator<SheetBatch, undefined> {
  for (let at = 0; at < rows.length; at += size) {
    yield await Promise.resolve({ rows: rows.slice(at, at + size) });
  }
}

async function bytesOf({ columns, rows, zone = 'Asia/Seoul' }: Made): Promise<Buffer> {
  const plan = { name: 'Sheet', time_zone: zone, columns: [...columns] };
  return Buffer.concat(await Array.fromAsync(streamSheet(plan, batchesOf(rows), signal)));
}

const linesOf = async (made: Made) => (await readSheetLines(await bytesOf(made))).slice(1);

async function partOf(bytes: Uint8Array, name: string): Promise<string> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false, checkCrc32: true });
  const entry = (await zip.getEntries()).find(({ filename }) => filename === name);
  if (entry === undefined || entry.directory) throw new Error(`no ${name}`);
  return entry.getData(new TextWriter());
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .tuple(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '\t',
        '\r',
        '|',
        '"',
        "'",
        '=HYPERLINK("http://a.b","c")',
        '&lt;',
        '<f>',
      ),
      fc.string({ maxLength: 20 }),
    )
    .map(([first, rest]) => first + rest),
  fc.constantFrom(
    '\ud800',
    'a\udc00b',
    '\u0000\u0001\u001f',
    '\ufffe\uffff',
    '_x000D_',
    '_X0041_',
    ']]>',
    '  both  ',
  ),
  fc.integer({ min: 32_760, max: 32_780 }).map((length) => '=𝄞'.repeat(length).slice(0, length)),
);

test('a text is read back unchanged, as a text, whatever it contains', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(hostile, hostile), { minLength: 80, maxLength: 120 }),
      async (rows) => {
        const made = { columns: [column('text'), column('text')], rows: rows.map((row) => [...row, 'end']) };
        const columns = [...made.columns, column('text')];
        const bytes = await bytesOf({ ...made, columns });
        const read = (await readSheetLines(bytes)).slice(1);
        const given = rows.map((row) => [...row.map((text) => shownText(text)), 'end']);
        const texts = read.map((line) => line.map((cell) => cell ?? ''));
        expect(texts).toEqual(given);
        const xml = await partOf(bytes, 'xl/worksheets/sheet1.xml');
        expect(xml).not.toMatch(/<f[\s>/]/);
        expect([...xml.matchAll(/<c [^>]*>/g)].every(([cell]) => cell.includes('t="inlineStr"'))).toBe(true);
      },
    ),
    { numRuns: 4 },
  );
});

test('a batch sent to the thread in pieces is complete and in order, and an empty one is nothing', async () => {
  const numbers = (from: number, count: number): SheetRow[] =>
    Array.from({ length: count }, (_none, at) => [from + at]);
  const sizes = [1, 450, 0, 200, 1_000];
  async function* batches(): AsyncGenerator<SheetBatch, undefined> {
    let from = 0;
    for (const count of sizes) {
      yield await Promise.resolve({ rows: numbers(from, count) });
      from += count;
    }
  }
  const plan = { name: 's', time_zone: 'UTC', columns: [column('whole')] };
  const read = await readSheetLines(
    Buffer.concat(await Array.fromAsync(streamSheet(plan, batches(), signal))),
  );
  expect(read.slice(1)).toEqual(numbers(0, 1_651));
});

test('characters that a cell cannot contain are replaced, and too long texts are cut between characters', () => {
  expect(shownText('a\u0000b\ud800c\r\nd\re')).toBe('a\ufffdb\ufffdc\nd\ne');
  const long = shownText('𝄞'.repeat(20_000));
  expect([long.length <= 32_767, long.isWellFormed(), long.endsWith('𝄞…')]).toEqual([true, true, true]);
  expect(shownText('x'.repeat(32_767))).toBe('x'.repeat(32_767));
});

test('numbers, times, dates and amounts keep their types', async () => {
  const columns = (['whole', 'decimal', 'share', 'instant', 'date', 'money', 'money', 'text'] as const).map(
    (kind) => column(kind),
  );
  const row: SheetCell[] = [
    ...[12_345, 7.5, 0.953],
    ...['2026-11-22T16:03:21.000Z', '2024-02-29'],
    ...[
      { currency: 'USD' as const, amount_minor: -1_234_505 },
      { currency: 'KRW' as const, amount_minor: 15_000 },
      '007',
    ],
  ];
  const bytes = await bytesOf({
    columns,
    rows: [row, [0, null, null, null, null, { currency: 'EUR', amount_minor: 5 }]],
  });
  const read = await readSheetLines(bytes);
  expect(read[0]).toEqual([
    'whole',
    'decimal',
    'share',
    'instant (Asia/Seoul)',
    'date',
    'money',
    'money',
    'text',
  ]);
  expect(read[1]).toEqual([
    ...[12_345, 7.5, 0.953],
    ...[new Date('2026-11-23T01:03:21.000Z'), new Date('2024-02-29T00:00:00.000Z')],
    ...[-12_345.05, 15_000, '007'],
  ]);
  expect(read[2]?.slice(0, 6)).toEqual([0, null, null, null, null, 0.05]);
});

test('times follow the zone’s daylight saving time', async () => {
  const rows = [
    '2026-03-08T06:59:59Z',
    '2026-03-08T07:00:00Z',
    '2026-11-01T05:30:00Z',
    '2026-11-01T06:30:00Z',
    '2026-11-01T07:30:00Z',
  ].map((at) => [at]);
  const read = await linesOf({ columns: [column('instant')], rows, zone: 'America/New_York' });
  expect(read.flat().map((at) => (at instanceof Date ? at.toISOString() : at))).toEqual([
    '2026-03-08T01:59:59.000Z',
    '2026-03-08T03:00:00.000Z',
    '2026-11-01T01:30:00.000Z',
    '2026-11-01T01:30:00.000Z',
    '2026-11-01T02:30:00.000Z',
  ]);
});

test('a time is the local time, to the millisecond, in every zone', () => {
  const zones = ['Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'];
  const at = fc.date({ min: new Date('1950-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...zones), at, (time_zone, moment) => {
      const writer = sheetWriter({ name: 's', time_zone, columns: [column('instant')] });
      const days = Number(/<v>(.*)<\/v>/.exec(writer.row([moment.toISOString()], 2))?.[1]);
      const wall = new Date(Math.round((days - 25_569) * 86_400_000));
      const shown = new Intl.DateTimeFormat('sv-SE', {
        timeZone: time_zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      expect(wall.toISOString().slice(0, 19).replace('T', ' ')).toBe(shown.format(moment));
    }),
  );
});

test('a date that sheets do not know, or an invalid one, is a text', async () => {
  const rows = [['1899-12-30'], ['1900-02-28'], ['1900-03-01'], ['soon']];
  const read = await linesOf({ columns: [column('date')], rows });
  expect(read.flat()).toEqual(['1899-12-30', '1900-02-28', new Date('1900-03-01T00:00:00.000Z'), 'soon']);
});

test('the head stays visible, columns have their widths, and column 27 is AA', async () => {
  const columns = Array.from({ length: 30 }, (_none, at) => ({
    ...column('text', `h${String(at)}`),
    width: 10 + at,
  }));
  const bytes = await bytesOf({ columns, rows: [columns.map(({ head }) => head)] });
  const xml = await partOf(bytes, 'xl/worksheets/sheet1.xml');
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(xml).toContain('<col min="30" max="30" width="39" customWidth="1"/>');
  expect(xml).toContain('<c r="AA2"');
  const [head, row] = await readSheetLines(bytes);
  expect(row).toEqual(head);
});

test('a sheet’s name is accepted by programs', () => {
  expect(sheetNameXml('a/b[c]:*?\\')).toBe('a b c');
  expect(sheetNameXml("''")).toBe('1');
  expect(sheetNameXml('審'.repeat(40))).toBe('審'.repeat(31));
  expect(sheetNameXml('A & B')).toBe('A &amp; B');
});

test('once nobody reads the bytes, no further rows are read', async () => {
  let read = 0;
  let isEnded = false;
  async function* endless(): AsyncGenerator<SheetBatch, undefined> {
    try {
      for (;;) {
        read += 1;
        const rows = Array.from({ length: 500 }, (_none, at) => [
          `${String(read)} ${String(at)} ${String(at * read)}`,
        ]);
        yield await Promise.resolve({ rows });
      }
    } finally {
      isEnded = true;
    }
  }
  const plan = { name: 's', time_zone: 'UTC', columns: [column('text')] };
  let parts = 0;
  for await (const part of streamSheet(plan, endless(), signal)) {
    parts += part.byteLength > 1_000 ? 1 : 0;
    if (parts > 0) break;
  }
  expect(isEnded).toBe(true);
  const readThen = read;
  await setImmediate();
  expect(read).toBe(readThen);
});

test('an error of the rows and a stop reach the reader and end the reading', async () => {
  async function* failing(): AsyncGenerator<SheetBatch, undefined> {
    yield await Promise.resolve({ rows: [['a']] });
    throw new Error('the database has gone');
  }
  const plan = { name: 's', time_zone: 'UTC', columns: [column('text')] };
  await expect(Array.fromAsync(streamSheet(plan, failing(), signal))).rejects.toThrow(
    'the database has gone',
  );
  const stop = new AbortController();
  async function* stopping(): AsyncGenerator<SheetBatch, undefined> {
    yield await Promise.resolve({ rows: [['a']] });
    stop.abort(new Error('stopped'));
    yield { rows: [['b']] };
  }
  await expect(Array.fromAsync(streamSheet(plan, stopping(), stop.signal))).rejects.toThrow();
});
