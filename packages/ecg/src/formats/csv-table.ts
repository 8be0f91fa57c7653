// Reads and writes RFC 4180 tables with a header row: UTF-8, with or without a byte-order mark, CRLF or LF; columns are
// found by name.
//
// Row numbers in refusals are those shown by a spreadsheet: the header is row 1. The size limit is checked first, so a
// hostile file costs no more than its limited length.

import type { FormatRefusal, Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';

export const csvMaxBytes = 4 * 2 ** 20;

export interface CsvRow {
  /** 1 is the header. */
  readonly row: number;
  /** Returns the text of a requested column. */
  readonly cell: (column: string) => string;
}

/**
 * Reads a table and returns the named columns; unknown columns and empty lines are skipped. Refuses with csv/too-large,
 * csv/not-utf8, csv/quote, csv/empty, csv/missing-column, csv/duplicate-column, csv/field-count, csv/too-many-rows.
 */
export function parseCsvTable(
  bytes: Uint8Array,
  columns: readonly string[],
  maxRows: number,
): Parsed<CsvRow[]> {
  if (bytes.length > csvMaxBytes)
    return refuse('csv/too-large', { found: bytes.length, expected: csvMaxBytes });
  const text = decodeUtf8(bytes);
  if (text === null) return refuse('csv/not-utf8');
  const records = splitRecords(text);
  if (!records.ok) return records;
  const [header, ...rows] = records.value;
  if (header === undefined) return refuse('csv/empty');
  const places = placesOf(header.fields, columns);
  if (!places.ok) return places;
  if (rows.length > maxRows) return refuse('csv/too-many-rows', { found: rows.length, expected: maxRows });
  const wrong = rows.find((record) => record.fields.length !== header.fields.length);
  if (wrong !== undefined) {
    return refuse('csv/field-count', {
      row: wrong.row,
      found: wrong.fields.length,
      expected: header.fields.length,
    });
  }
  return parsed(
    rows.map(({ row, fields }) => ({ row, cell: (column) => cellOf(fields, places.value, column) })),
  );
}

function cellOf(fields: readonly string[], places: ReadonlyMap<string, number>, column: string): string {
  const text = fields[places.get(column) ?? -1];
  if (text === undefined) throw new Error(`column ${column} is not in the query`);
  return text;
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function placesOf(header: readonly string[], columns: readonly string[]): Parsed<Map<string, number>> {
  const places = new Map<string, number>();
  for (const column of columns) {
    const at = header.indexOf(column);
    if (at < 0) return refuse('csv/missing-column', { column });
    if (header.includes(column, at + 1)) return refuse('csv/duplicate-column', { column });
    places.set(column, at);
  }
  return parsed(places);
}

interface CsvRecord {
  readonly row: number;
  readonly fields: string[];
}

/**
 * Splits a text into records. An empty line is no record but counts as a row, so that numbers agree with a spreadsheet.
 */
function splitRecords(text: string): Parsed<CsvRecord[]> {
  const records: CsvRecord[] = [];
  let at = 0;
  for (let row = 1; at < text.length; row++) {
    const record = readRecord(text, at, row);
    if ('code' in record) return record;
    at = record.next;
    if (record.fields.length > 1 || record.fields[0] !== '') records.push({ row, fields: record.fields });
  }
  return parsed(records);
}

function readRecord(
  text: string,
  start: number,
  row: number,
): { fields: string[]; next: number } | FormatRefusal {
  const fields: string[] = [];
  let at = start;
  for (;;) {
    const field = text[at] === '"' ? quotedField(text, at) : bareField(text, at);
    if (field === null) return refuse('csv/quote', { row });
    fields.push(field.text);
    at = field.next;
    if (text[at] === ',') at++;
    else if (text.startsWith('\r\n', at)) return { fields, next: at + 2 };
    else if (at >= text.length || text[at] === '\n') return { fields, next: at + 1 };
    else return refuse('csv/quote', { row });
  }
}

function bareField(text: string, start: number): { text: string; next: number } | null {
  let end = start;
  while (end < text.length && text[end] !== ',' && text[end] !== '\n') end++;
  if (end > start && text[end] === '\n' && text[end - 1] === '\r') end--;
  const field = text.slice(start, end);
  return field.includes('"') ? null : { text: field, next: end };
}

function quotedField(text: string, start: number): { text: string; next: number } | null {
  let field = '';
  let at = start + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end < 0) return null;
    field += text.slice(at, end);
    if (text[end + 1] !== '"') return { text: field, next: end + 1 };
    field += '"';
    at = end + 2;
  }
}

/** Returns a table as UTF-8 bytes with CRLF; fields are quoted if needed. */
export function encodeCsvTable(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const lines = rows.map((fields) => fields.map(quoteField).join(',') + '\r\n');
  return new TextEncoder().encode(lines.join(''));
}

function quoteField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
