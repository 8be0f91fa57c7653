import { expect, test } from 'vitest';
import { parseDicom } from './dicom-bytes.ts';
import { dicomElement, encodeDicom } from './test-dicom-bytes.ts';

const leads = [{ label: 'II', samples: Int32Array.of(1, -2, 300) }];
const forms = [true, false].flatMap((explicit) => [true, false].map((lengths) => ({ explicit, lengths })));

test.each(forms)('elements of every form are found: %o', (form) => {
  const file = parseDicom(encodeDicom([{ offset_ms: 0, leads }], form));
  const [group] = file?.set.items('54000100') ?? [];
  expect(group?.bytes('54001010')).toEqual(Uint8Array.of(1, 0, 254, 255, 44, 1));
  expect(group?.items('003a0200')[0]?.bytes('003a0210')).toEqual(new TextEncoder().encode('2.5 '));
  expect(file?.set.bytes('00020010')?.[0]).toBe(49);
  expect(file?.set.bytes('00080020')).toBeNull();
  expect(file?.flaws()).toEqual([]);
});

test('a data set without its preamble is read', () => {
  const date = dicomElement([8, 0x20], 'DA', [...new TextEncoder().encode('20261105')]);
  const file = parseDicom(Uint8Array.from(date));
  expect(file?.set.bytes('00080020')?.length).toBe(8);
});

test('of a file that is cut, what came before is kept, and it is named', () => {
  const bytes = encodeDicom([{ offset_ms: 0, leads }], { explicit: true, lengths: true });
  const file = parseDicom(bytes.subarray(0, bytes.length - 3));
  expect(file?.set.items('54000100')[0]?.bytes('54001010')).toEqual(Uint8Array.of(1, 0, 254));
  expect(file?.flaws()).toEqual([{ code: 'file-damaged', detail: {} }]);
  const longer = parseDicom(Uint8Array.from([...bytes, ...new Uint8Array(50)]));
  expect(longer?.flaws()).toEqual([{ code: 'bytes-after', detail: { bytes: 50 } }]);
});

test('a file in another transfer syntax gives its name, and other bytes give nothing', () => {
  const syntax = dicomElement([2, 0x10], 'UI', [...new TextEncoder().encode('1.2.840.10008.1.2.2')]);
  const file = parseDicom(
    Uint8Array.from([...new Uint8Array(128), ...new TextEncoder().encode('DICM'), ...syntax, 0, 8]),
  );
  expect(new TextDecoder().decode(file?.set.bytes('00020010') ?? new Uint8Array())).toBe(
    '1.2.840.10008.1.2.2\0',
  );
  expect(file?.set.items('54000100')).toEqual([]);
  expect(parseDicom(new Uint8Array(200))).toBeNull();
});
