/** Finds the recording's entries in an uploaded zip, by the same rule as the page. */
import { sortEntries } from '@rhythmdesk/domain/case/recording-files';
import { zipRefusal } from '@rhythmdesk/domain/case/zip-faults';
import { UploadRefusal } from './upload-refusal.ts';
import type { ZipEntry } from './zip-file.ts';

export type RecordingEntries = {
  readonly 'Report.pdf': ZipEntry;
  readonly 'TraceData.dat': ZipEntry;
  readonly 'TraceViewData.dat': ZipEntry;
  readonly 'SummaryData.csv': ZipEntry;
  readonly 'Order.pdf': ZipEntry | null;
  readonly 'Events.csv': ZipEntry | null;
};

/**
 * Returns the recording's entries, or throws the first reason against them. `expandedLimit` limits the sum of the
 * sizes.
 */
export function findRecording(entries: readonly ZipEntry[], expandedLimit: number): RecordingEntries {
  const { found, fault } = sortEntries(entries);
  if (fault !== null) throw new UploadRefusal(zipRefusal(fault.fault), fault.entry);
  const expanded = [...found.values()].reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  if (expanded > expandedLimit) throw new UploadRefusal('upload/zip-expanded-size');
  const need = (file: Parameters<typeof found.get>[0]): ZipEntry => {
    const entry = found.get(file);
    if (entry === undefined) throw new UploadRefusal('upload/entry-missing', file);
    return entry;
  };
  return {
    'Report.pdf': need('Report.pdf'),
    'TraceData.dat': need('TraceData.dat'),
    'TraceViewData.dat': need('TraceViewData.dat'),
    'SummaryData.csv': need('SummaryData.csv'),
    'Order.pdf': found.get('Order.pdf') ?? null,
    'Events.csv': found.get('Events.csv') ?? null,
  };
}
