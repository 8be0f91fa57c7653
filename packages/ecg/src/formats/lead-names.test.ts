import { expect, test } from 'vitest';
import { distinctLabels, isEcgName, isNeutralName, isOtherName, readableLabel } from './lead-names.ts';

test.each([
  ...['ECG', 'EKG1', 'I', 'iii', 'aVR', 'AVF', '-aVR', 'VL', 'V', 'V1', 'V10', 'V4R', 'X', 'VZ'],
  ...['MLII', 'ML2', 'MV2', 'MCL', 'MCL1', 'mod.V1', 'CM5', 'CC5', 'CB5', 'CS 3', 'D3', 'DII', 'L2'],
  ...['A-S', 'E-S', 'A-I', 'ES', 'V1-V2', 'RA-LL', 'LA/RA', 'bipolar', 'bipolar 2', 'PSG ECG'],
  ...[
    'Lead II',
    'LEAD_V5',
    'Ableitung II',
    'Derivación II',
    'Dérivation V1',
    '第II誘導',
    'V5誘導',
    'II유도',
    '导联V3',
  ],
  ...[
    'II-',
    'V_1',
    'V-1',
    'V5 lead',
    'II (ECG)',
    'LEAD II (mV)',
    'II/V5',
    'RA LL',
    'MCL-1',
    'Modified Lead I',
  ],
  ...['MDC_ECG_LEAD_V2', 'Nehb D', 'NASA', 'Holter 2', 'fECG', 'Standard II', 'EASI ES'],
  ...[
    'Ⅱ',
    'Ⅲ誘導',
    'ＥＣＧ１',
    '第II導出',
    '표준 II',
    '심전도',
    '心電図1',
    '心电图',
    'ЭКГ II',
    'Отведение V1',
  ],
])('%s is a lead of an ECG', (name) => expect(isEcgName(name)).toBe(true));

test.each(['EEG C3-A2', 'EMG Chin', 'Resp nasal', 'SpO2', 'EOG E1', 'signal 0', 'IV', '', 'Vent', 'CO2'])(
  '%s is no lead of an ECG',
  (name) => expect(isEcgName(name)).toBe(false),
);

test.each([
  'CH 2',
  'channel1',
  'signal 0',
  '3',
  'チャンネル2',
  '通道1',
  'ﾁｬﾝﾈﾙ1',
  '채널 1',
  '1ch',
  '제2유도',
  'канал 3',
])('%s names nothing', (name) => {
  expect(isNeutralName(name)).toBe(true);
  expect(isOtherName(name)).toBe(false);
});

test.each([
  'EEG C3-A2',
  'C4',
  'Fp1-F3',
  'SpO2',
  'Resp',
  'ABP',
  'PLETH',
  'Chin1',
  'Body position',
  'LOC',
  '호흡',
])('%s is another signal', (name) => expect(isOtherName(name)).toBe(true));

test('labels are made distinct, and never equal to another', () => {
  expect(distinctLabels(['V1', 'V1', 'II', 'V1'])).toEqual(['V1', 'V1 2', 'II', 'V1 3']);
  expect(distinctLabels(['V1', 'V1', 'V1 2'])).toEqual(['V1', 'V1 3', 'V1 2']);
});

/** Encodes letters as a reader that takes each byte as a letter sees them. */
const bytesOf = (bytes: readonly number[]): string => String.fromCharCode(...bytes);

test.each([
  [bytesOf([...new TextEncoder().encode('心電図1')]), 'ECG 1'],
  // 심전도 in CP949, 第II誘導 in Shift-JIS, 导联V3 in GBK, ЭКГ in CP1251.
  [bytesOf([0xbd, 0xc9, 0xc0, 0xfc, 0xb5, 0xb5]), 'ECG'],
  [bytesOf([0x91, 0xe6, 0x49, 0x49, 0x97, 0x55, 0x93, 0xb1]), '第II誘導'],
  [bytesOf([0xb5, 0xbc, 0xc1, 0xaa, 0x56, 0x33]), '导联V3'],
  [bytesOf([0xdd, 0xca, 0xc3]), 'ECG'],
  // A field of eight bytes that ends within a letter.
  [bytesOf([...new TextEncoder().encode('호흡 호흡').subarray(0, 8)]), '호흡'],
  ['제2유도', 'lead 2'],
  ['V1', 'V1'],
  ['Dériv II', 'Dériv II'],
])('the label %j is read', (label, expected) => expect(readableLabel(label)).toBe(expected));

test('labels that are made distinct fit a recording', () => {
  expect(distinctLabels(['a lead of 16 chr', 'a lead of 16 chr'])).toEqual([
    'a lead of 16 chr',
    'a lead of 16 c 2',
  ]);
});
