import { existsSync, readFileSync } from 'node:fs';
import { readRecording, type ReadRecording } from '@rhythmdesk/ecg/formats/read-recording';
import { parseXml } from '@rhythmdesk/web/features/uploads/convert/parse-xml';
import { expect, test } from 'vitest';

const folder = new URL('../../../shared/data/formats/', import.meta.url);

function read(path: string): ReadRecording {
  const name = path.replace(/^.*\//, '');
  const bytes = new Uint8Array(readFileSync(new URL(path, folder)));
  const answer = readRecording([{ name, bytes }], parseXml);
  if (!answer.ok) throw new Error(`${answer.code} ${JSON.stringify(answer.detail)}`);
  return answer.value;
}

/** Returns microvolts by lead. */
function leadsOf({ leads, frames }: ReadRecording): Record<string, number[]> {
  return Object.fromEntries(
    leads.map(({ label, gain_uv_per_lsb: gain, zero_lsb: zero }, at) => [
      label,
      Array.from(
        frames.filter((_step, i) => i % leads.length === at),
        (step) => (step - zero) * gain,
      ),
    ]),
  );
}

test.skipIf(!existsSync(folder)).each(['dicom/ecgtoolkit_Example.dcm', 'aecg/ecgtoolkit_Example.xml'])(
  '%s is the SCP-ECG sample’s twelve leads, sample by sample (needs ../shared/data)',
  (path) => {
    const scp = read('scp/ecgtoolkit_Example.scp');
    const other = read(path);
    expect([other.leads.length, other.sampling_hz, other.samples]).toEqual([12, 500, 5000]);
    expect([other.start_ms, other.start_has_zone]).toEqual([scp.start_ms, false]);
    expect(leadsOf(other)).toEqual(leadsOf(scp));
  },
);
