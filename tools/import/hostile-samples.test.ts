/**
 * Reads real files of each format, changed and cut: the result is a recording or a code, never a crash; the test's
 * timeout limits the time.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { formatFaults } from '@rhythmdesk/ecg/formats/parsed';
import { readRecording } from '@rhythmdesk/ecg/formats/read-recording';
import { parseXml } from '@rhythmdesk/web/features/uploads/convert/parse-xml';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const folder = new URL('../../../shared/data/formats/', import.meta.url);
const paths = [
  'scp/ecgtoolkit_Example.scp',
  'dicom/ecgtoolkit_Example.dcm',
  'aecg/ecgtoolkit_Example.xml',
  'edf/wfdbpy_test_edfann.edf',
  'edf/pyedflib_tests_data_test_generator.bdf',
];

test.skipIf(!existsSync(folder)).each(paths)('law: %s changed and cut (needs ../shared/data)', (path) => {
  const whole = new Uint8Array(readFileSync(new URL(path, folder)));
  const change = fc.tuple(fc.oneof(fc.nat(4000), fc.nat(whole.length - 1)), fc.nat(255));
  const length = fc.oneof(fc.constant(whole.length), fc.nat(whole.length));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 6 }), length, (changes, kept) => {
      const bytes = whole.slice(0, kept);
      for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
      const answer = readRecording([{ name: basename(path), bytes }], parseXml);
      if (answer.ok) expect(answer.value.frames.length).toBeLessThan(100 * whole.length);
      else expect(formatFaults).toContain(answer.code);
    }),
    { numRuns: 40 },
  );
});
