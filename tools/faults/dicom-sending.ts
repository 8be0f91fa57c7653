/**
 * Sends DICOM objects to Orthanc by the product's own STOW-RS, and reads them back.
 *
 * Invariants: Orthanc names each object as stored, and gives it back byte by byte; a request that is repeated changes
 * nothing; a wrong password and an object that cannot be read are no acknowledgement.
 */
import { fateOf } from '@rhythmdesk/server/features/integration/dicom/stow-answer';
import { stowBody } from '@rhythmdesk/server/platform/dicom/stow';
import { networkList, systemResolve } from '@rhythmdesk/server/platform/webhooks/connect-guard';
import { guardedPost } from '@rhythmdesk/server/platform/webhooks/guarded-post';
import { parseDicom } from '@rhythmdesk/ecg/formats/dicom-bytes';
import { z } from 'zod';
import { invariant, type FaultReport } from './fault-program.ts';
import { startOrthanc, type Orthanc } from './orthanc.ts';

const user = { name: 'rhythmdesk', password: 'pässword' };
const signIn = (password: string): string =>
  `Basic ${Buffer.from(`${user.name}:${password}`).toString('base64')}`;
const policy = { allowed: networkList(['127.0.0.0/8']), http: true, resolve: systemResolve };
const limits = { timeout_ms: 60_000, answer_bytes: 256 * 1024 };
const mostInRequest = 5;

function uidOf(bytes: Buffer): string {
  const value = parseDicom(bytes)?.set.bytes('00080018') ?? new Uint8Array();
  return new TextDecoder().decode(value).replace(/\0+$/, '');
}

async function send(orthanc: Orthanc, objects: readonly Buffer[], password = user.password) {
  const parts = objects.map((bytes) => ({ size_bytes: bytes.length, bytes: () => [bytes] }));
  const { headers, size_bytes, body } = stowBody(parts);
  const signed = { ...headers, authorization: signIn(password) };
  const post = { url: `${orthanc.address}/dicom-web/studies`, ca: '', headers: signed, size_bytes, body };
  return fateOf(await guardedPost(post, policy, limits), objects.map(uidOf));
}

const asked = (orthanc: Orthanc, path: string, body?: string): Promise<Response> =>
  fetch(`${orthanc.address}/${path}`, {
    headers: { authorization: signIn(user.password) },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });

const found = z.array(z.object({ ID: z.string(), Type: z.string() }));
const statistics = z.object({ CountInstances: z.number() });

async function givesBack(orthanc: Orthanc, bytes: Buffer): Promise<boolean> {
  const listed = found.parse(await (await asked(orthanc, 'tools/lookup', uidOf(bytes))).json());
  const id = listed.find(({ Type }) => Type === 'Instance')?.ID ?? '';
  const given = await asked(orthanc, `instances/${id}/file`);
  return Buffer.from(await given.arrayBuffer()).equals(bytes);
}

/** Objects that must not be acknowledged. */
async function proveRefusals(
  orthanc: Orthanc,
  [first]: readonly Buffer[],
  report: FaultReport,
): Promise<void> {
  if (first === undefined) return;
  const stranger = await send(orthanc, [first], 'wrong');
  invariant(
    stranger.step === 'failed' && stranger.fault === 'credentials',
    `a wrong password was answered as ${JSON.stringify(stranger)}`,
  );
  const broken = await send(orthanc, [Buffer.from('no DICOM')]);
  invariant(broken.step !== 'acknowledged', 'an object that cannot be read was acknowledged');
  report('an object that cannot be read', JSON.stringify(broken));
}

export async function sendAll(objects: readonly Buffer[], report: FaultReport): Promise<void> {
  const orthanc = await startOrthanc({ [user.name]: user.password });
  try {
    await proveRefusals(orthanc, objects, report);
    let requests = 0;
    for (let at = 0; at < objects.length; at += mostInRequest) {
      const some = objects.slice(at, at + mostInRequest);
      for (const times of ['first', 'repeated']) {
        const fate = await send(orthanc, some);
        invariant(fate.step === 'acknowledged', `a ${times} request: ${JSON.stringify(fate)}`);
      }
      requests += 1;
      for (const bytes of some)
        invariant(await givesBack(orthanc, bytes), 'Orthanc gave another object back after STOW-RS');
    }
    const { CountInstances } = statistics.parse(await (await asked(orthanc, 'statistics')).json());
    invariant(CountInstances === objects.length, `Orthanc has ${String(CountInstances)} objects`);
    report('requests of STOW-RS that were acknowledged', requests);
    report('objects that came back equal after STOW-RS', CountInstances);
  } finally {
    await orthanc.stop();
  }
}
