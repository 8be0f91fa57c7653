/**
 * Exports a recording: provides the progress of the running export and the function that cancels it. It continues while
 * its list is closed and ends with the page. Incoming bytes become blobs of 16 MB, which a browser may store outside
 * its memory.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { ExportFormat } from '@rhythmdesk/contract/recordings';
import { can } from '@rhythmdesk/domain/people/can';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { piecesOf } from '../../../platform/client/file-body.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { nameFrom } from '../../../ui/list/export-run.ts';
import { saveBytes } from '../../../platform/save-bytes.ts';

export type ExportProgress = {
  readonly format: ExportFormat;
  readonly done_bytes: number;
  /** Null if the server does not report it. */
  readonly total_bytes: number | null;
};

export type RecordingExport = {
  readonly running: ExportProgress | undefined;
  readonly start: (format: ExportFormat) => void;
  readonly cancel: () => void;
};

const blobBytes = 16 * 2 ** 20;
const progressEveryMs = 200;

async function readAll(answer: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const blobs: Blob[] = [];
  let pending: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  let done = 0;
  let reportedAt = 0;
  for await (const chunk of piecesOf(answer)) {
    pending.push(chunk);
    held += chunk.length;
    done += chunk.length;
    if (held >= blobBytes) {
      blobs.push(new Blob(pending));
      pending = [];
      held = 0;
    }
    if (performance.now() - reportedAt < progressEveryMs) continue;
    reportedAt = performance.now();
    onProgress(done);
  }
  return new Blob([...blobs, ...pending]);
}

async function take(
  case_id: number,
  format: ExportFormat,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<void> {
  const answer = await api.download('exportRecording', { case_id, format }, { signal });
  const length = Number(answer.headers.get('content-length'));
  const total_bytes = length > 0 ? length : null;
  const blob = await readAll(answer, (done_bytes) => onProgress({ format, done_bytes, total_bytes }));
  const name = nameFrom(answer.headers.get('content-disposition'), 'recording');
  saveBytes(blob, name, answer.headers.get('content-type') ?? 'application/octet-stream');
}

/** Returns undefined if this role never exports or the case has no signal. */
export function useExport({ case_id, recording }: CaseDetail): RecordingExport | undefined {
  const { user_role } = useSessionUser();
  const [running, setRunning] = useState<ExportProgress>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), [case_id]);
  if (recording !== 'ready' || can(user_role, 'file.signal') === 'never') return undefined;
  const start = async (format: ExportFormat): Promise<void> => {
    const controller = new AbortController();
    stop.current = controller;
    setRunning({ format, done_bytes: 0, total_bytes: null });
    try {
      await take(case_id, format, controller.signal, setRunning);
    } catch (error) {
      if (!controller.signal.aborted) await showFault(error, 'download');
    } finally {
      if (stop.current === controller) setRunning(undefined);
    }
  };
  return { running, start: (format) => void start(format), cancel: () => stop.current?.abort() };
}
