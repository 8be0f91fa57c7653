/**
 * Calls the server for an upload: begins it, sends its bytes by tus 1.0, cancels it, requests its outcome.
 *
 * An upload is begun as soon as the user presses Send; the bytes follow when there is a free slot. The capability
 * returned at the beginning lets it continue even after its user has signed out.
 */
import { apiBase } from '@rhythmdesk/contract/route';
import { uploadCapabilityHeader, uploadPath, type UploadRow } from '@rhythmdesk/contract/uploads';
import { DetailedError, Upload } from 'tus-js-client';
import { api } from '../../../platform/client/api.ts';
import { ApiError, errorFromAnswer, errorWithoutAnswer } from '../../../platform/client/api-error.ts';
import { currentToken } from '../../../platform/session/session-state.ts';
import { endSession } from '../../../platform/session/sign-out.ts';
import { currentLanguage } from '../../../platform/texts/texts.ts';
import { uploadIdOf, type SendingFacts } from './sending.ts';
import { browserAddress } from '../../../platform/address/base-path.ts';

const chunkBytes = 32 * 2 ** 20;
const answerMs = 20_000;
const protocol = { 'Tus-Resumable': '1.0.0' };

type Begun = { readonly upload_url: string; readonly capability: string };
export type UploadLine = {
  readonly begin: (sending: SendingFacts) => Promise<Begun>;
  /** Sends what the server does not have yet; resolves when it has every byte. Throws `ApiError`. */
  readonly send: (
    sending: SendingFacts,
    file: File,
    onSent: (sentBytes: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly giveUp: (sending: SendingFacts) => Promise<void>;
  /** The upload's row of the history; null if it does not exist. */
  readonly outcome: (sending: SendingFacts) => Promise<UploadRow | null>;
};

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}

function metadataOf({ filename, hn_id, hospital_id, fields }: SendingFacts): string {
  const all = { filename, hn_id, hospital_id: String(hospital_id), ...fields };
  return Object.entries(all)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',');
}

/** Throws a network error like the client's other calls. */
async function request(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, signal: AbortSignal.timeout(answerMs), cache: 'no-store' });
  } catch (fault) {
    if (fault instanceof TypeError || fault instanceof DOMException)
      throw errorWithoutAnswer('network/offline');
    throw fault;
  }
}

async function begin(sending: SendingFacts): Promise<Begun> {
  const token = currentToken();
  const response = await request(browserAddress(`${apiBase}${uploadPath}`), {
    method: 'POST',
    headers: {
      ...protocol,
      Authorization: `Bearer ${token ?? ''}`,
      'Accept-Language': currentLanguage(),
      'Upload-Length': String(sending.size_bytes),
      'Upload-Metadata': metadataOf(sending),
    },
  });
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined);
    if (response.status === 403 && token !== undefined && token === currentToken()) endSession('expired');
    throw errorFromAnswer(response.status, body, response.headers);
  }
  const upload_url = response.headers.get('Location');
  const capability = response.headers.get(uploadCapabilityHeader);
  if (upload_url === null || capability === null) throw errorWithoutAnswer('network/unreadable');
  return { upload_url, capability };
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function apiErrorOf(fault: Error): Error {
  if (fault instanceof ApiError || !(fault instanceof DetailedError)) return fault;
  const response = fault.originalResponse;
  const status = response?.getStatus() ?? 0;
  if (response === null || status === 0) return errorWithoutAnswer('network/offline');
  return errorFromAnswer(status, bodyOf(response.getBody()), new Headers());
}

function send(
  { upload_url, capability }: SendingFacts,
  file: File,
  onSent: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl: upload_url,
      chunkSize: chunkBytes,
      retryDelays: null,
      storeFingerprintForResuming: false,
      headers: { [uploadCapabilityHeader]: capability ?? '', 'Accept-Language': currentLanguage() },
      onProgress: onSent,
      onSuccess: () => resolve(),
      onError: (fault) => reject(apiErrorOf(fault)),
    });
    signal.addEventListener('abort', () => {
      void upload.abort().then(() => reject(new DOMException('stopped', 'AbortError')));
    });
    upload.start();
  });
}

async function giveUp({ upload_url, capability }: SendingFacts): Promise<void> {
  if (upload_url === null || capability === null) return;
  const headers = { ...protocol, [uploadCapabilityHeader]: capability };
  await request(upload_url, { method: 'DELETE', headers });
}

async function outcome(sending: SendingFacts): Promise<UploadRow | null> {
  const { items } = await api.call('uploadHistory', { q: sending.hn_id, size: 100 });
  return items.find(({ upload_id }) => upload_id === uploadIdOf(sending)) ?? null;
}

export const uploadLine: UploadLine = { begin, send, giveUp, outcome };
