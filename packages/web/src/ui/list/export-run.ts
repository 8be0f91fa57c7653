/**
 * Runs the download of spreadsheets, one at a time. A download belongs to no page: the user may leave the list, and the
 * file is saved when it has arrived. Cancelling it or signing out also stops the work on the server.
 */
import type { ExportItem } from '@rhythmdesk/contract/exports';
import { parse } from 'content-disposition';
import { ApiError } from '../../platform/client/api-error.ts';
import { api } from '../../platform/client/api.ts';
import { piecesOf } from '../../platform/client/file-body.ts';
import { onSessionEnd } from '../../platform/session/session-state.ts';
import { createStore } from '../../platform/store.ts';
import { useStored } from '../../platform/use-stored.ts';
import { showFault } from '../faults/show-fault.ts';
import { showJob } from './export-job.ts';
import type { ExportOrder } from './export-order.ts';

/** `total_bytes` is null until the server reports the size of the file. */
export type ExportRun = { readonly received_bytes: number; readonly total_bytes: number | null };

type Running = ExportRun & { readonly stop: AbortController };

const running = createStore<Running | null>(null);

export const useExportRun = (): ExportRun | null => useStored(running);

export function stopExport(): void {
  running.get()?.stop.abort();
}

onSessionEnd(stopExport);

/** Returns the file name from the response. */
export function nameFrom(disposition: string | null, fallback: string): string {
  return parse(disposition ?? '').parameters['filename'] ?? fallback;
}

async function received(response: Response, stop: AbortController): Promise<Blob> {
  const total_bytes = Number(response.headers.get('content-length')) || null;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received_bytes = 0;
  for await (const part of piecesOf(response)) {
    parts.push(part);
    received_bytes += part.byteLength;
    running.set({ received_bytes, total_bytes, stop });
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? 'application/octet-stream' });
}

function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

type Download = (signal: AbortSignal) => Promise<Response>;

/** Returns null if the file arrived or the user cancelled; otherwise the reason why it failed. */
async function take(download: Download, filename: string): Promise<unknown> {
  if (running.get()) return null;
  const stop = new AbortController();
  running.set({ received_bytes: 0, total_bytes: null, stop });
  try {
    const response = await download(stop.signal);
    const file = await received(response, stop);
    saveFile(file, nameFrom(response.headers.get('content-disposition'), filename));
    return null;
  } catch (error) {
    return stop.signal.aborted ? null : error;
  } finally {
    running.set(null);
  }
}

const isLong = (error: unknown): boolean => error instanceof ApiError && error.code === 'export/long';

/** Exports immediately, or in the background if the list is long. `filename` is used if the server gives no name. */
export async function runExport({ download, begin }: ExportOrder, filename: string): Promise<void> {
  showJob(null);
  const fault = await take(download, filename);
  if (fault === null) return;
  if (!isLong(fault)) return showFault(fault, 'download');
  try {
    showJob(await begin());
  } catch (error) {
    await showFault(error);
  }
}

/** Saves the file of a finished export. */
export async function saveExport({ export_id, filename }: ExportItem): Promise<void> {
  const fault = await take((signal) => api.download('exportFile', { export_id }, { signal }), filename);
  if (fault !== null) await showFault(fault, 'download');
}
