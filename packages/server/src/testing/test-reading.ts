/** Simulates a page that reads: it replays the log like the real page and calls the routes. */
import { randomUUID } from 'node:crypto';
import { readingRoutes } from '@rhythmdesk/contract/reading';
import { decodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { openReading, type OpenReading } from '@rhythmdesk/ecg/reading/reading';
import { z } from 'zod';

type Call = (
  path: string,
  token: string,
  options?: { readonly method?: string; readonly body?: unknown },
) => Promise<Response>;

export const refusalCode = z.object({ code: z.string() });

/** Returns the routes that read and write the log of a case, or of a second reading of it. */
const placeOf = (case_id: number, second_id: number | undefined) =>
  second_id === undefined
    ? { log: `recording/${String(case_id)}/reading`, path: `case/case/${String(case_id)}/reading` }
    : {
        log: `second-readings/${String(second_id)}/reading`,
        path: `second-readings/${String(second_id)}/reading`,
      };

export async function openTestPage(
  call: Call,
  token: string,
  case_id: number,
  page_id: string = randomUUID(),
  second_id?: number,
) {
  const beatsAnswer = await call(`recording/${String(case_id)}/beats`, token);
  if (beatsAnswer.status !== 200)
    throw new Error(`${String(beatsAnswer.status)} ${await beatsAnswer.text()}`);
  const decoded = decodeBeats(new Uint8Array(await beatsAnswer.arrayBuffer()));
  if (!decoded.ok) throw new Error(decoded.code);
  const base = decoded.value;
  const { log, path } = placeOf(case_id, second_id);
  const read = async (after = 0) => {
    const query = `after=${String(after)}&page_id=${page_id}`;
    const answer = await call(`${log}?${query}`, token);
    if (answer.status !== 200) throw new Error(`${String(answer.status)} ${await answer.text()}`);
    return readingRoutes.reading.output.parse(await answer.json());
  };
  const editLock = async (act: 'take' | 'ask' | 'give_back') => {
    const answer = await call(`${path}/edit-lock`, token, { method: 'POST', body: { page_id, act } });
    return { status: answer.status, body: await answer.json() };
  };
  /** Returns what the page would send for these edits. */
  const batch = (open: OpenReading, edits: readonly ReadingEdit[], analysis_version = 1) => {
    const after = open.sequence;
    open.apply(edits.map((edit, i) => ({ sequence: after + i + 1, analysis_version, edit })));
    return { page_id, after, analysis_version, edits, checksum: open.checksum() };
  };
  const send = async (body: object) => {
    const answer = await call(`${path}/edits`, token, { method: 'POST', body });
    return { status: answer.status, body: await answer.json() };
  };
  return { page_id, base, opened: () => openReading(base), read, editLock, batch, send };
}
