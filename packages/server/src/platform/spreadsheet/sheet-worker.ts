/** The worker's side of `sheet.ts`: one sheet in, its bytes out. */
import { parentPort, workerData } from 'node:worker_threads';
import writeXlsxFile, { type Row } from 'write-excel-file/node';
import { z } from 'zod';

const sheet = z
  .object({
    name: z.string(),
    heads: z.array(z.string()),
    widths: z.array(z.number()),
    rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  })
  .parse(workerData);

const cellOf = (value: string | number | null): Row[number] => {
  if (value === null) return null;
  return typeof value === 'string' ? { type: String, value } : { type: Number, value };
};

const head: Row = sheet.heads.map((value) => ({ type: String, value, fontWeight: 'bold' }));
const file = writeXlsxFile([head, ...sheet.rows.map((row) => row.map(cellOf))], {
  sheet: sheet.name,
  columns: sheet.widths.map((width) => ({ width })),
  stickyRowsCount: 1,
});
parentPort?.postMessage({ bytes: await file.toBuffer() });
