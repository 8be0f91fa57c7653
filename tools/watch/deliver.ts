/**
 * Uploads the zip of a recording by tus with an API key, and waits for what the server makes of it. Each step is known
 * before the next begins, so that an interrupted delivery continues.
 */
import { openAsBlob } from 'node:fs';
import { uploadRoutes, type UploadRow } from '@rhythmdesk/contract/uploads';
import { tlsWords } from '@rhythmdesk/server/platform/tls/tls-fault';
import { z } from 'zod';
import type { Outcome, Taken } from './taken.ts';
import type { WatchedFolder } from './watch-settings.ts';

/** Why a delivery cannot go on now; it is tried again. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
}

const refusal = z.object({ code: z.string(), detail: z.string().default('') });
const tus = { 'tus-resumable': '1.0.0' };

type Target = WatchedFolder & { readonly signal: AbortSignal };

/** Refusals that begin like those of a file: no space, or settings without a hospital, or a proxy that changes requests. */
const notOfFile = /^(upload\/(quota|disk-floor|gone|protocol)|input\/field-missing)/;

/**
 * Throws `NotNow` unless the file itself is at fault: a key that ended, a full disk, a quota, wrong settings or a fault of
 * the server is no reason to refuse a recording.
 */
async function refusalOf(answer: Response): Promise<string> {
  const parsed = refusal.safeParse(await answer.json().catch(() => null));
  const words = parsed.success
    ? `${parsed.data.code}: ${parsed.data.detail}`
    : `HTTP ${String(answer.status)}`;
  if (answer.status === 401)
    throw new NotNow(`the key of key_file is not valid or has ended (${words.replace(/:.*/s, '')})`);
  const ofFile = /^(case|input|upload)\//.test(words) && !notOfFile.test(words);
  const temporary = [403, 408, 425, 429].includes(answer.status) || answer.status >= 500;
  if (temporary || !ofFile) throw new NotNow(words);
  return words;
}

/** Returns the reason behind “fetch failed”. */
function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const { cause } = fault;
  if (!(cause instanceof Error)) return fault.message;
  return 'code' in cause ? tlsWords(String(cause.code), cause.message) : cause.message;
}

/** A path that begins with a slash is of the host, as the server names the address of an upload. */
async function ask(target: Target, path: string, init: RequestInit): Promise<Response> {
  const address = new URL(path, `${target.address.replace(/\/$/, '')}/`);
  return fetch(address, { ...init, signal: target.signal }).catch((fault: unknown) => {
    throw new NotNow(`the server was not reached: ${reasonOf(fault)}`, { cause: fault });
  });
}

const encoded = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join();

/** Returns the reason if the server refuses the upload. */
async function begin(target: Target, taken: Taken): Promise<string | null> {
  const { prepared } = taken.state;
  if (prepared === null) throw new Error('the zip is not prepared');
  const { size } = await openAsBlob(taken.zip);
  const { hospital_id, request } = target;
  const answer = await ask(target, 'api/v1/upload/files', {
    method: 'POST',
    headers: {
      ...tus,
      authorization: `Bearer ${await target.key()}`,
      'upload-length': String(size),
      'upload-metadata': encoded({
        ...prepared,
        ...(hospital_id !== undefined && { hospital_id: String(hospital_id) }),
        ...(request && { request: 'true' }),
      }),
    },
  });
  if (!answer.ok) return refusalOf(answer);
  const path = answer.headers.get('location');
  const capability = answer.headers.get('upload-capability');
  if (path === null || capability === null) throw new NotNow('the answer names no upload');
  await taken.change({ upload: { path, capability } });
  return null;
}

/** The statuses of an upload that cannot be continued: its key was replaced, or the server no longer knows it. */
const ended: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** Sends what the server does not have yet. An upload that cannot be continued begins anew. */
async function send(target: Target, taken: Taken): Promise<void> {
  const { upload } = taken.state;
  if (upload === null) throw new Error('the upload has not begun');
  const headers = { ...tus, 'upload-capability': upload.capability };
  const known = await ask(target, upload.path, { method: 'HEAD', headers });
  if (ended.has(known.status)) {
    await taken.change({ upload: null });
    throw new NotNow('the upload begins anew');
  }
  const offset = Number(known.headers.get('upload-offset') ?? Number.NaN);
  if (!known.ok || !Number.isInteger(offset)) throw new NotNow(`HTTP ${String(known.status)}`);
  const zip = await openAsBlob(taken.zip);
  if (offset >= zip.size) return;
  const sent = await ask(target, upload.path, {
    method: 'PATCH',
    headers: {
      ...headers,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: zip.slice(offset),
  });
  if (!sent.ok) throw new NotNow(`the bytes were not taken: HTTP ${String(sent.status)}`);
}

/** Returns why the analysis was not requested with the upload; null if it was, or was not to be. */
function requestNote({ case_id, request }: UploadRow): string | null {
  if (request?.state !== 'refused') return null;
  const why = [request.code, request.detail].filter(Boolean).join(', ');
  return `The analysis of case ${String(case_id)} was not requested: ${why}`;
}

/** Returns what the server shows of the upload; null if it shows none of its institution's. */
async function rowOf(target: Target, { state }: Taken): Promise<UploadRow | null> {
  const { upload, prepared } = state;
  const query = new URLSearchParams({ q: prepared?.hn_id ?? '', size: '100' });
  const answer = await ask(target, `api/v1/upload/history?${query.toString()}`, {
    headers: { authorization: `Bearer ${await target.key()}`, 'accept-language': 'en' },
  });
  if (!answer.ok) throw new NotNow(`the upload history: HTTP ${String(answer.status)}`);
  const { items } = uploadRoutes.uploadHistory.output.parse(await answer.json());
  return items.find(({ upload_id }) => upload?.path.endsWith(upload_id)) ?? null;
}

/** Returns null for an upload without an outcome. One that was left for too long has a code, and begins anew. */
function outcomeOf(row: UploadRow | null): Outcome | null {
  if (row?.state === 'done') return { case_id: row.case_id, reason: null, note: requestNote(row) };
  if (row?.state === 'refused' || (row?.state === 'cancelled' && row.code === null))
    return {
      case_id: null,
      reason: [row.code ?? row.state, row.detail, row.entry].filter(Boolean).join(', '),
      note: null,
    };
  return null;
}

/** Returns whether the outcome is known now. Throws `NotNow` if the delivery must be tried again later. */
export async function deliver(target: Target, taken: Taken): Promise<boolean> {
  if (taken.state.upload === null) {
    const reason = await begin(target, taken);
    if (reason === null) await send(target, taken);
    else await taken.change({ outcome: { case_id: null, reason, note: null } });
    return reason !== null;
  }
  // Asked first, because an upload that is over or complete needs nothing that an ended key could refuse.
  const row = await rowOf(target, taken);
  const outcome = outcomeOf(row);
  if (outcome !== null) await taken.change({ outcome });
  else if (row?.state !== 'checking') await send(target, taken);
  return outcome !== null;
}
