/** Sends an upload over HTTP as a device's program does (tus 1.0), step by step. */
import { askAgain } from '@rhythmdesk/server/testing/test-ask-again';

/**
 * Each request has its own connection: a program that made a zip for seconds could otherwise write to one that the
 * server has just closed.
 */
const tus = { 'tus-resumable': '1.0.0', connection: 'close' };

export type Begun = { readonly upload_id: string; readonly path: string; readonly capability: string };

type Beginning = {
  readonly hn_id: string;
  readonly bytes: number;
  /** Requests the analysis with the upload. */
  readonly request?: 'true';
};

export function askToBegin(
  address: string,
  token: string,
  { bytes, ...given }: Beginning,
): Promise<Response> {
  const fields = { filename: 'patch.zip', ...given };
  const metadata = Object.entries(fields).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
  );
  return fetch(`${address}/api/v1/upload/files`, {
    method: 'POST',
    headers: {
      ...tus,
      authorization: `Bearer ${token}`,
      'upload-length': String(bytes),
      'upload-metadata': metadata.join(),
    },
  });
}

/** Returns where to send the new upload and its capability; null if it was refused. */
export function begunBy(answer: Response): Begun | null {
  const path = answer.headers.get('location');
  const capability = answer.headers.get('upload-capability');
  if (answer.status !== 201 || path === null || capability === null) return null;
  return { path, capability, upload_id: path.split('/').at(-1) ?? '' };
}

/** Does the same as `askToBegin`, again while the database pauses on a busy machine; throws if it was refused. */
export async function beginUpload(address: string, token: string, beginning: Beginning): Promise<Begun> {
  const answer = await askAgain(() => askToBegin(address, token, beginning));
  const begun = begunBy(answer);
  if (begun === null) throw new Error(`not begun: ${await answer.text()}`);
  return begun;
}

export function sendPart(
  address: string,
  { path, capability }: Begun,
  offset: number,
  part: Uint8Array,
): Promise<Response> {
  return fetch(address + path, {
    method: 'PATCH',
    headers: {
      ...tus,
      'upload-capability': capability,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(part),
  });
}

/** Returns the number of bytes that the server has, from a success or an error; null if the response does not say. */
export const offsetIn = (answer: Response): number | null => {
  const offset = answer.headers.get('upload-offset');
  return offset === null ? null : Number(offset);
};

/** Returns the offset of an upload; null if the server does not say. */
export async function uploadOffsetOf(address: string, { path, capability }: Begun): Promise<number | null> {
  const answer = await fetch(address + path, {
    method: 'HEAD',
    headers: { ...tus, 'upload-capability': capability },
  });
  return answer.status === 200 ? offsetIn(answer) : null;
}

/**
 * Sends everything. If the connection is lost before the response, requests the offset and continues from there, as tus
 * requires.
 */
export async function sendWhole(address: string, token: string, hn_id: string, zip: Buffer): Promise<string> {
  const begun = await beginUpload(address, token, { hn_id, bytes: zip.length });
  const sent = await sendPart(address, begun, 0, zip).catch(async () => {
    const offset = (await uploadOffsetOf(address, begun)) ?? 0;
    return sendPart(address, begun, offset, zip.subarray(offset));
  });
  if (sent.status !== 204) throw new Error(`not taken: ${await sent.text()}`);
  return begun.upload_id;
}
