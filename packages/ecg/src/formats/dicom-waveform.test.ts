import { expect, test } from 'vitest';
import type { DicomItem } from './dicom-item.ts';
import { readDicomWaveform } from './dicom-waveform.ts';
import { NO_SAMPLE } from './recording.ts';
import { channel, elements, group, item, ss, us } from './test-dicom.ts';

const set = (...groups: readonly DicomItem[]) =>
  item({ '00020010': '1.2.840.10008.1.2.1\0', '0008002a': '20260301081500.25', '54000100': groups });

function leadsOf(answer: ReturnType<typeof readDicomWaveform>) {
  return answer.ok ? answer.value.leads.map(({ label, samples }) => [label, ...samples]) : answer.code;
}

test('a group’s channels are leads; derived groups are skipped', () => {
  const answer = readDicomWaveform(set(group(), group({ '003a0004': 'DERIVED' })));
  expect(leadsOf(answer)).toEqual([
    ['I', 1, 3, 5],
    ['II', -2, -4, -6],
  ]);
  expect(answer.ok && answer.value.leads[0]).toMatchObject({
    sampling_hz: 500,
    gain_uv_per_lsb: 2.5,
    zero_lsb: 0,
  });
  expect(answer).toMatchObject({
    value: { start_ms: Date.UTC(2026, 2, 1, 8, 15, 0, 250), start_has_zone: false },
  });
});

test('correction, baseline and units set the scale; signals that are no voltage are left out', () => {
  const channels = [
    channel('V1', { '003a0212': '2', '003a0213': '10' }),
    channel('SpO2', { '003a0211': [item({ '00080100': '%' })] }),
  ];
  const answer = readDicomWaveform(set(group({ '003a0200': channels })));
  expect(answer).toMatchObject({ value: { leads: [{ label: 'V1', gain_uv_per_lsb: 5, zero_lsb: -2 }] } });
});

test('padding at an end of the range is missing; eight bits and unsigned values are read', () => {
  const values = ss(1, -32_768, -32_768, 2, 3, 3);
  const padded = group({ '5400100a': ss(-32_768), '54001010': values });
  expect(leadsOf(readDicomWaveform(set(padded)))).toEqual([
    ['I', 1, NO_SAMPLE, 3],
    ['II', NO_SAMPLE, 2, 3],
  ]);
  const zeros = group({ '5400100a': ss(3), '54001010': values });
  expect(leadsOf(readDicomWaveform(set(zeros)))).toMatchObject([['I', 1, -32_768, 3], {}]);
  const eight = { '54001004': us(8), '54001010': Uint8Array.of(1, 255, 128, 127, 0, 9) };
  expect(leadsOf(readDicomWaveform(set(group({ ...eight, '54001006': 'SB' }))))).toEqual([
    ['I', 1, -128, 0],
    ['II', -1, 127, 9],
  ]);
  expect(leadsOf(readDicomWaveform(set(group({ ...eight, '54001006': 'UB' }))))).toMatchObject([
    ['I', 1, 128, 0],
    {},
  ]);
});

test('groups of different times are joined', () => {
  const later = group({ '00181068': '10', '003a0200': [channel('I'), channel('V1')] });
  expect(leadsOf(readDicomWaveform(set(group(), later)))).toEqual([
    ['I', 1, 3, 5, NO_SAMPLE, NO_SAMPLE, 1, 3, 5],
    ['II', -2, -4, -6],
    ['V1', ...Array<number>(5).fill(NO_SAMPLE), -2, -4, -6],
  ]);
  expect(readDicomWaveform(set(group(), group()))).toMatchObject({
    value: { leads: [{}, {}], flaws: [{ code: 'parts-apart', detail: { count: 2 } }] },
  });
});

test('a day alone, or a time that does not exist, is no start', () => {
  for (const dates of [{ '00080020': '20260301' }, { '0008002a': '20260231081500' }]) {
    const answer = readDicomWaveform(item({ ...dates, '54000100': [group()] }));
    expect(answer).toMatchObject({ value: { start_ms: null, flaws: [{ code: 'start-unreadable' }] } });
  }
  const old = item({ '00080022': '2026.03.01', '00080032': '08:15:00', '54000100': [group()] });
  expect(readDicomWaveform(old)).toMatchObject({
    value: { start_ms: Date.UTC(2026, 2, 1, 8, 15), flaws: [] },
  });
});

test('the zone of the file shifts its time', () => {
  const zoned = item({
    '00080020': '20260301',
    '00080030': '0815',
    '00080201': '+0900',
    '54000100': [group()],
  });
  expect(readDicomWaveform(zoned)).toMatchObject({
    value: { start_ms: Date.UTC(2026, 1, 28, 23, 15), start_has_zone: true },
  });
});

test.each([
  ['dicom/no-waveform', item({})],
  ['dicom/syntax', item({ '00020010': '1.2.840.10008.1.2.2', '54000100': [group()] })],
  ['dicom/field', set(group({ '003a001a': 'fast' }))],
  ['dicom/field', set(group({ '003a0200': [channel('I')] }))],
  ['dicom/sample-form', set(group({ '54001006': 'MB' }))],
  ['dicom/sample-form', set(group({ '54001004': us(32) }))],
  ['dicom/data-length', set(group({ '54001010': ss(1) }))],
])('%s', (code, given) => expect(leadsOf(readDicomWaveform(given))).toBe(code));

test('a channel without a scale is left out, and a group that is cut gives its whole samples', () => {
  const scaleless = set(group({ '003a0200': [channel('I', { '003a0210': '0' }), channel('II')] }));
  expect(readDicomWaveform(scaleless)).toMatchObject({
    value: { leads: [{ label: 'II' }], left_out: [{ label: 'I', why: 'no-scale' }] },
  });
  const cut = readDicomWaveform(set(group({ '54001010': ss(1, -2, 3, -4, 5) })));
  expect(leadsOf(cut)).toEqual([
    ['I', 1, 3],
    ['II', -2, -4],
  ]);
  expect(cut).toMatchObject({
    value: { flaws: [{ code: 'samples-missing', detail: { found: 2, expected: 3 } }] },
  });
});

test('a channel that begins later is later', () => {
  const late = channel('II', { '003a0215': '2' });
  expect(leadsOf(readDicomWaveform(set(group({ '003a0200': [channel('I'), late] }))))).toEqual([
    ['I', 1, 3, 5],
    ['II', NO_SAMPLE, NO_SAMPLE, -2, -4, -6],
  ]);
});

test.each([
  ['SL', Int32Array.of(70_000, -70_000, 3, -4, 5, -6)],
  ['UL', Uint32Array.of(70_000, 2 ** 31, 3, 4, 5, 6)],
])('samples of 32 bits (%s)', (form, samples) => {
  const wide = { '54001004': us(32), '54001006': form, '54001010': new Uint8Array(samples.buffer) };
  expect(leadsOf(readDicomWaveform(set(group(wide))))).toEqual([
    ['I', 70_000, 3, 5],
    ['II', form === 'SL' ? -70_000 : NO_SAMPLE, samples[3], samples[5]],
  ]);
});

test('a group that cannot be read is left out, and a missing number is computed', () => {
  const broken = group({ '003a001a': 'fast' });
  expect(readDicomWaveform(set(group(), broken))).toMatchObject({
    value: { leads: [{}, {}], flaws: [{ code: 'parts-damaged', detail: { count: 1 } }] },
  });
  for (const [tag, field] of [
    ['003a0005', 'channels'],
    ['003a0010', 'samples'],
    ['54001004', 'bits allocated'],
  ] as const) {
    const { [tag]: _missing, ...rest } = elements;
    const read = readDicomWaveform(set(item(rest)));
    expect(leadsOf(read)).toEqual([
      ['I', 1, 3, 5],
      ['II', -2, -4, -6],
    ]);
    expect(read).toMatchObject({ value: { flaws: [{ code: 'header-field', detail: { field } }] } });
  }
  expect(readDicomWaveform(set(group({ '003a0005': us(7) })))).toMatchObject({ value: { leads: [{}, {}] } });
});
