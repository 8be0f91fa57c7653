// Reads and writes Events.csv: the patient's button presses and diary. Columns: the recording format, "Events.csv".

import { encodeCsvTable, parseCsvTable } from './csv-table.ts';
import { formatIsoUtc, parseIsoUtc } from './iso-time.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';

const eventsMaxRows = 20_000;
const columns = ['time', 'kind', 'note'] as const;

const patientEventKinds = ['button', 'diary'] as const;
type PatientEventKind = (typeof patientEventKinds)[number];

export interface PatientEvent {
  readonly time_ms: number;
  readonly kind: PatientEventKind;
  readonly note: string;
}

/**
 * Reads the events in the file's order; an empty table is allowed. Refuses with the faults of parseCsvTable, csv/time
 * and csv/word (row, column).
 */
export function parseEventsCsv(bytes: Uint8Array): Parsed<PatientEvent[]> {
  const table = parseCsvTable(bytes, columns, eventsMaxRows);
  if (!table.ok) return table;
  const events: PatientEvent[] = [];
  for (const { row, cell } of table.value) {
    const timeMs = parseIsoUtc(cell('time'));
    if (timeMs === null) return refuse('csv/time', { row, column: 'time', found: cell('time') });
    const kind = patientEventKinds.find((known) => known === cell('kind'));
    if (kind === undefined) return refuse('csv/word', { row, column: 'kind', found: cell('kind') });
    events.push({ time_ms: timeMs, kind, note: cell('note') });
  }
  return parsed(events);
}

/** Returns the table's bytes. */
export function encodeEventsCsv(events: readonly PatientEvent[]): Uint8Array<ArrayBuffer> {
  return encodeCsvTable([
    columns,
    ...events.map((event) => [formatIsoUtc(event.time_ms), event.kind, event.note]),
  ]);
}
