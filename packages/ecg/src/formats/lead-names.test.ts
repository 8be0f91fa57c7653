import { expect, test } from 'vitest';
import { distinctLabels, isEcgName, isNeutralName, isOtherName } from './lead-names.ts';

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
])('%s is a lead of an ECG', (name) => expect(isEcgName(name)).toBe(true));

test.each(['EEG C3-A2', 'EMG Chin', 'Resp nasal', 'SpO2', 'EOG E1', 'signal 0', 'IV', '', 'Vent', 'CO2'])(
  '%s is no lead of an ECG',
  (name) => expect(isEcgName(name)).toBe(false),
);

test.each(['CH 2', 'channel1', 'signal 0', '3', 'チャンネル2', '通道1'])('%s names nothing', (name) => {
  expect(isNeutralName(name)).toBe(true);
  expect(isOtherName(name)).toBe(false);
});

test.each(['EEG C3-A2', 'C4', 'Fp1-F3', 'SpO2', 'Resp', 'ABP', 'PLETH', 'Chin1', 'Body position', 'LOC'])(
  '%s is another signal',
  (name) => expect(isOtherName(name)).toBe(true),
);

test('labels are made distinct, and never equal to another', () => {
  expect(distinctLabels(['V1', 'V1', 'II', 'V1'])).toEqual(['V1', 'V1 2', 'II', 'V1 3']);
  expect(distinctLabels(['V1', 'V1', 'V1 2'])).toEqual(['V1', 'V1 3', 'V1 2']);
});
