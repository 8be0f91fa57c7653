import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultCodes, huffmanTree, readHuffman, undoDifferences } from './scp-bits.ts';
import { readScp } from './scp.ts';
import { le16, le32, scpFile, scpSections } from './test-scp.ts';

const twoLeads = (flags: number) => [2, flags, ...le32(1), ...le32(4), 2, ...le32(1), ...le32(4), 61];
const acquired = [25, 4, 0, ...le16(2002), 11, 22, 26, 3, 0, 9, 10, 0, 255, 0, 0];
const plain = [...[1, -2, 3, 300].flatMap(le16), ...[5, 6, 7, 8].flatMap(le16)];
const rhythm = (order: number, bimodal: number, body: readonly number[]) => [
  ...[...le16(2500), ...le16(2000), order, bimodal],
  ...[...le16(8), ...le16(8)],
  ...body,
];

test('plain and differenced numbers, names, scale and time are read', () => {
  const file = (order: number) =>
    scpFile([
      [1, acquired],
      [3, twoLeads(0)],
      [6, rhythm(order, 0, plain)],
    ]);
  const answer = readScp(file(0));
  if (!answer.ok) throw new Error(answer.code);
  expect(answer.value.start_ms).toBe(Date.UTC(2002, 10, 22, 9, 10));
  expect(answer.value.leads.map(({ label, samples }) => [label, [...samples]])).toEqual([
    ['II', [1, -2, 3, 300]],
    ['III', [5, 6, 7, 8]],
  ]);
  expect(answer.value.leads[0]).toMatchObject({ sampling_hz: 500, gain_uv_per_lsb: 2.5 });
  const first = readScp(file(1));
  expect(first.ok && [...(first.value.leads[0]?.samples ?? [])]).toEqual([1, -1, 2, 302]);
  const second = readScp(file(2));
  expect(second.ok && [...(second.value.leads[1]?.samples ?? [])]).toEqual([5, 6, 14, 30]);
});

test('the standard’s Huffman table decodes bits written in the test', () => {
  const tree = huffmanTree(defaultCodes);
  if (tree === null) throw new Error('the table is no tree');
  // 0, 1 (100), -1 (101), 3 (11100), -8 (1111111101), 8 bits of -9 (1111111110 11110111), 16 bits of 1000
  const bits = [
    '0',
    '100',
    '101',
    '11100',
    '1111111101',
    '1111111110',
    '11110111',
    '1111111111',
    '0000001111101000',
  ].join('');
  const bytes = Uint8Array.from({ length: Math.ceil(bits.length / 8) }, (_unused, i) =>
    Number.parseInt(bits.slice(8 * i, 8 * i + 8).padEnd(8, '0'), 2),
  );
  expect([...(readHuffman(bytes, tree, 7) ?? [])]).toEqual([0, 1, -1, 3, -8, -9, 1000]);
  expect(readHuffman(bytes, tree, 1000)).toBeNull();
});

test('a table in which one code begins another is refused', () => {
  const code = (prefix_bits: number, prefix: number) => ({ prefix_bits, prefix, raw_bits: 0, value: 0 });
  expect(huffmanTree([code(1, 0), code(2, 0)])).toBeNull();
  expect(huffmanTree([code(2, 0), code(1, 0)])).toBeNull();
  expect(huffmanTree([code(0, 0)])).toBeNull();
});

test('differences of any order are reversed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -9999, max: 9999 })),
      fc.integer({ min: 1, max: 2 }),
      (list, order) => {
        const differ = (values: number[]) =>
          values.map((value, i) => (i === 0 ? value : value - (values[i - 1] ?? 0)));
        const once = differ(list);
        const packed = order === 1 ? once : [...list.slice(0, 2), ...differ(once).slice(2)];
        const values = Int32Array.from(packed);
        undoDifferences(values, order);
        expect([...values]).toEqual(list);
      },
    ),
  );
});

test('invalid files are refused', () => {
  const code = (sections: Parameters<typeof scpFile>[0]) => {
    const answer = readScp(scpFile(sections));
    return answer.ok ? 'ok' : answer.code;
  };
  expect(code([[6, rhythm(0, 0, plain)]])).toBe('scp/section');
  expect(code([[3, twoLeads(0)]])).toBe('scp/section');
  expect(
    code([
      [3, [99, 0]],
      [6, rhythm(0, 0, plain)],
    ]),
  ).toBe('scp/leads');
  expect(
    code([
      [3, twoLeads(1)],
      [6, rhythm(0, 0, plain)],
    ]),
  ).toBe('scp/unsupported');
  expect(
    code([
      [3, twoLeads(0)],
      [6, rhythm(0, 1, plain)],
    ]),
  ).toBe('scp/unsupported');
  expect(
    code([
      [3, twoLeads(0)],
      [6, rhythm(0, 0, plain.slice(2))],
    ]),
  ).toBe('ok');
  const good = scpFile([
    [3, twoLeads(0)],
    [6, rhythm(0, 0, plain)],
  ]);
  expect(readScp(good.map((byte, i) => (i === 90 ? byte ^ 1 : byte)))).toMatchObject({
    code: 'scp/checksum',
  });
  expect(readScp(good.subarray(0, 20))).toMatchObject({ code: 'scp/too-short' });
});

test('a file of the third version with long-term data alone is refused by what it is', () => {
  const sections = scpSections([Int32Array.of(1, 2, 3)]).filter(([id]) => id !== 6);
  const answer = readScp(scpFile([...sections, [12, [1, 2, 3, 4]]]));
  expect(answer).toMatchObject({ code: 'scp/unsupported', detail: { found: 'section 12 (long-term ECG)' } });
});

test('a file that names a damaged section a hundred thousand times is read in the time of one', () => {
  const bytes = new Uint8Array(2_000_000);
  const view = new DataView(bytes.buffer);
  const list = 1_000_000;
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, list, true);
  for (let at = 22; at + 10 <= list; at += 10) {
    view.setUint16(at, 6, true);
    view.setUint32(at + 2, list, true);
    view.setUint32(at + 6, list, true);
  }
  bytes.fill(1, list);
  expect(readScp(bytes)).toMatchObject({ ok: false });
});

test('damage outside of the sections that make leads leaves them readable, and is named', () => {
  const samples = Int32Array.from({ length: 40 }, (_none, i) => 3 * i);
  const good = scpFile(scpSections([samples, samples]));
  const sections = new DataView(good.buffer);
  const used = new Set<number>();
  for (let at = 6; at < good.length; at += sections.getUint32(at + 4, true))
    if ([2, 3, 6].includes(sections.getUint16(at + 2, true)))
      for (let i = 0; i < sections.getUint32(at + 4, true); i++) used.add(at + i);
  for (let at = 0; at < good.length; at++) {
    if (used.has(at)) continue;
    const answer = readScp(good.map((byte, i) => (i === at ? byte ^ 16 : byte)));
    expect([at, answer.ok && answer.value.leads.map((lead) => lead.samples)]).toEqual([
      at,
      [samples, samples],
    ]);
    expect([at, answer.ok && answer.value.flaws.length > 0]).toEqual([at, true]);
  }
});

test('changed bytes with valid checksums give an error and never throw', () => {
  const huffman = [2, [1, 0, 2, 0, 1, 1, 1, 7, 0, 0, 0, 0, 0, 1, 9, 1, 0, 0, 1, 0, 0, 0]] as const;
  const body = [1, 2, 3] as const;
  const change = fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom(...body), change, (which, list) => {
      const bodies: [number, number[]][] = [
        [2, [...huffman[1]]],
        [3, twoLeads(0)],
        [6, rhythm(2, 0, plain)],
      ];
      for (const [at, byte] of list) {
        const target = bodies[which - 1]?.[1];
        if (target !== undefined && at < target.length) target[at] = byte;
      }
      const answer = readScp(scpFile(bodies));
      if (answer.ok)
        for (const { samples } of answer.value.leads) expect(samples.length).toBeLessThanOrEqual(64);
    }),
    { numRuns: 1000 },
  );
});

const file = new URL('../../../../../shared/data/formats/scp/ecgtoolkit_Example.scp', import.meta.url);
test.skipIf(!existsSync(file))(
  'a twelve-lead sample: III is II less I at every sample (needs ../shared/data)',
  () => {
    const answer = readScp(readFileSync(file));
    if (!answer.ok) throw new Error(answer.code);
    const lead = (name: string) =>
      answer.value.leads.find(({ label }) => label === name)?.samples ?? new Int32Array();
    expect(answer.value.leads.length).toBe(12);
    expect(lead('III').length).toBe(5000);
    const third = lead('II').map((value, i) => value - (lead('I')[i] ?? 0));
    expect(Buffer.from(third.buffer).equals(Buffer.from(lead('III').buffer))).toBe(true);
  },
);
