/** Defines where the samples of a recording are stored. Threads that load no database import this. */
import { z } from 'zod';

export const tracePlace = z.object({
  /** Store key of level 0. */
  trace_sha256: z.string(),
  /** Bytes of the header of TraceData.dat. */
  header_bytes: z.number(),
  /** Absent if the file is TraceData.dat itself. */
  packed: z.object({ index_start: z.number(), file_bytes: z.number() }).optional(),
});
export type TracePlace = z.output<typeof tracePlace>;
