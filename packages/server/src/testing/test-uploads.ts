/** Provides users who upload, and a simple tus client, for tests of uploads over HTTP. */
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import { z } from 'zod';
import { checkUpload } from '../features/uploads/check-upload.ts';
import { testWeb } from './test-web.ts';
import { openUploads } from '../app/open-uploads.ts';

const historyShape = z.object({
  items: z.array(
    z.object({
      upload_id: z.string(),
      state: z.string(),
      hn_id: z.string(),
      code: z.string().nullable(),
      detail: z.string().nullable(),
      entry: z.string().nullable(),
      case_id: z.number().nullable(),
      received_bytes: z.number(),
      patient_last_name: z.string().nullable(),
    }),
  ),
});

export const tusHeaders = { 'tus-resumable': '1.0.0' };
export const bytesType = 'application/offset+octet-stream';

export function metadataHeader(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

type Fields = Readonly<Record<string, string>>;

export type Begun = { readonly id: string; readonly capability: string; readonly url: string };

type TestWeb = Awaited<ReturnType<typeof testWeb>>;

async function uploadPeople(web: TestWeb) {
  const center = await web.addGroup('tech_center', 'Center');
  const hospital = await web.addGroup('hospital', 'Hospital', center);
  const otherHospital = await web.addGroup('hospital', 'Other hospital', center);
  const logistics = await web.addGroup('logistics', 'Logistics');
  await web.serve(logistics, hospital);
  const user = (user_id: string, role: RoleKey, group: number) => web.addUser(user_id, role, group);
  return {
    hospital,
    otherHospital,
    doctor: await user('doctor', 'DOCTOR', hospital),
    outsider: await user('outsider', 'DOCTOR', otherHospital),
    carrier: await user('carrier', 'LOGISTICS', logistics),
    technician: await user('technician', 'TECHNICIAN', center),
  };
}

const patch = ({ url, capability }: Begun, offset: number, bytes: Buffer, headers = {}) =>
  fetch(url, {
    method: 'PATCH',
    headers: {
      ...tusHeaders,
      'upload-capability': capability,
      'upload-offset': String(offset),
      'content-type': bytesType,
      ...headers,
    },
    body: new Uint8Array(bytes),
  });

const ask = (method: string, { url, capability }: Begun) =>
  fetch(url, { method, headers: { ...tusHeaders, 'upload-capability': capability } });

function tusClient(address: string) {
  const begin = (token: string, fields: Fields, size: number, headers = {}) =>
    fetch(`${address}/api/v1/upload/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...tusHeaders,
        'upload-length': String(size),
        'upload-metadata': metadataHeader({ filename: 'patch.zip', ...fields }),
        ...headers,
      },
    });
  const begun = async (token: string, fields: Fields, size: number): Promise<Begun> => {
    const answer = await begin(token, fields, size);
    const location = answer.headers.get('location');
    const capability = answer.headers.get('upload-capability');
    if (answer.status !== 201 || location === null || capability === null) {
      throw new Error(`not begun: ${String(answer.status)} ${await answer.text()}`);
    }
    return { id: location.split('/').at(-1) ?? '', capability, url: `${address}${location}` };
  };
  const send = async (token: string, zip: Buffer, fields: Fields) => {
    const upload = await begun(token, fields, zip.length);
    const half = Math.floor(zip.length / 2);
    for (const [from, to] of [
      [0, half],
      [half, zip.length],
    ] as const) {
      const answer = await patch(upload, from, zip.subarray(from, to));
      if (answer.status !== 204)
        throw new Error(`not taken: ${String(answer.status)} ${await answer.text()}`);
    }
    return upload;
  };
  return { begin, begun, patch, ask, send };
}

/** Reads one upload from the history. */
function historyReader(web: TestWeb) {
  return async (token: string, upload_id: string, language = 'en') => {
    const answer = await web.call('upload/history?size=100', token, {
      headers: { 'accept-language': language },
    });
    const { items } = historyShape.parse(await answer.json());
    const row = items.find((item) => item.upload_id === upload_id);
    if (row === undefined) throw new Error('no such upload in the history');
    return row;
  };
}

const bodyOf = async (answer: Response) => z.object({ case_id: z.number() }).parse(await answer.json());

/** `settings` are the server's environment variables. */
export async function uploadWorld(settings: Readonly<Record<string, string>> = {}) {
  const web = await testWeb(settings);
  const dependencies = await openUploads(web.platform);
  const people = await uploadPeople(web);
  const check = (upload_id: string) =>
    checkUpload(dependencies, upload_id, { signal: new AbortController().signal, is_last_attempt: false });
  return {
    ...web,
    ...people,
    ...tusClient(web.address),
    dependencies,
    check,
    read: historyReader(web),
    bodyOf,
  };
}
export type UploadWorld = Awaited<ReturnType<typeof uploadWorld>>;
