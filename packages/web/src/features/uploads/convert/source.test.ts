import { expect, test } from 'vitest';
import { acceptedFiles } from './source.ts';

test('the chooser of files offers every extension of the formats that are read', () => {
  const offered = new Set(acceptedFiles.split(','));
  const read = [
    '.edf',
    '.bdf',
    '.rec',
    '.ecg',
    '.scp',
    '.dcm',
    '.xml',
    '.mwf',
    '.hea',
    '.dat',
    '.mat',
    '.atr',
  ];
  expect(['.zip', ...read].filter((extension) => !offered.has(extension))).toEqual([]);
});
