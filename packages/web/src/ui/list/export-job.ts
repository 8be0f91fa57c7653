/**
 * Keeps the last background export that the user requested, as reported by the server. It belongs to no page and
 * continues without one; My exports lists it with the others.
 */
import type { ExportItem } from '@rhythmdesk/contract/exports';
import { api } from '../../platform/client/api.ts';
import { onLiveEvent } from '../../platform/live/event-stream.ts';
import { onSessionEnd } from '../../platform/session/session-state.ts';
import { createStore } from '../../platform/store.ts';
import { useStored } from '../../platform/use-stored.ts';
import { showFault } from '../faults/show-fault.ts';

const job = createStore<ExportItem | null>(null);

export const useExportJob = (): ExportItem | null => useStored(job);

/** Reads the state again after the event stream was interrupted. */
async function readAgain(export_id: number): Promise<void> {
  const { items } = await api.call('exports', {});
  if (job.get()?.export_id === export_id) {
    job.set(items.find((item) => item.export_id === export_id) ?? null);
  }
}

onLiveEvent((event) => {
  const now = job.get();
  if (now === null) return;
  if (event.type === 'resync') void readAgain(now.export_id).catch(() => undefined);
  if (event.type !== 'export' || event.export_id !== now.export_id) return;
  const { state, rows_done, rows_total } = event;
  job.set({ ...now, state, rows_done, rows_total });
  if (state === 'failed') void readAgain(now.export_id).catch(() => undefined);
});

export const isUnderWay = ({ state }: Pick<ExportItem, 'state'>): boolean =>
  state === 'waiting' || state === 'working';

export function showJob(item: ExportItem | null): void {
  job.set(item);
}

export async function cancelJob(export_id: number): Promise<void> {
  try {
    const item = await api.call('cancelExport', { export_id });
    if (job.get()?.export_id === export_id) job.set(item);
  } catch (error) {
    await showFault(error);
  }
}

// The next user of this browser does not see it.
onSessionEnd(() => job.set(null));
