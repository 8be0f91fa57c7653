/** The recording's entries in an uploaded zip, by the rule that the page judges by as well. */
import { sortEntries, type NameFault } from '@rhythmdesk/domain/case/recording-files';
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import { UploadRefusal } from './upload-refusal.ts';
import type { ZipEntry } from './zip-file.ts';

const codeOf = {
  name: 'upload/entry-name',
  duplicate: 'upload/entry-duplicate',
  spelling: 'upload/entry-spelling',
  unexpected: 'upload/entry-unexpected',
  'nested-zip': 'upload/entry-nested-zip',
  folders: 'upload/zip-folders',
  missing: 'upload/entry-missing',
} as const satisfies Record<NameFault, RefusalCode>;

export type RecordingEntries = {
  readonly 'Report.pdf': ZipEntry;
  readonly 'TraceData.dat': ZipEntry;
  readonly 'TraceViewData.dat': ZipEntry;
  readonly 'SummaryData.csv': ZipEntry;
  readonly 'Order.pdf': ZipEntry | null;
  readonly 'Events.csv': ZipEntry | null;
};

/** What a desktop zipper adds of its own is small; anything larger is something else under such a name. */
const addedLimitBytes = 1024 * 1024;

function refuseLargeAdditions(entries: readonly ZipEntry[], found: ReadonlySet<ZipEntry>): void {
  const large = entries.find((entry) => !found.has(entry) && entry.size_bytes > addedLimitBytes);
  if (large !== undefined) throw new UploadRefusal('upload/entry-unexpected', large.name);
}

/** The recording's entries, or the first reason against them. `expandedLimit` bounds the sum of the sizes. */
export function findRecording(entries: readonly ZipEntry[], expandedLimit: number): RecordingEntries {
  const { found, fault } = sortEntries(entries);
  if (fault !== null) throw new UploadRefusal(codeOf[fault.fault], fault.entry);
  refuseLargeAdditions(entries, new Set(found.values()));
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
