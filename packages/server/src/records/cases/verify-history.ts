/**
 * Verifies every row of every history in one snapshot, read by the tables' owner. Each row must match its hash and the
 * previous row, each history must end at its head, and the reports and recordings of a case must be the files named in
 * its history. Returns the faults, ordered by case.
 */
import { chainHash } from '@rhythmdesk/domain/case/history';
import { firstPreviousHash } from '@rhythmdesk/domain/kit/chained-fields';
import { z } from 'zod';
import type { Snapshot } from '../../platform/db/snapshot.ts';
import { chainedRow, sha256Hex } from './case-history.ts';

/**
 * The kinds of fault:
 * `changed`: the row is not what was hashed. `missing`: rows before it were removed. `cut`: the last rows, or all, were
 * removed. `forged`: a row that the database never accepted. `report`, `recording`: not the file named in the history.
 */
export type HistoryFault = {
  readonly case_id: number;
  readonly version: number | null;
  readonly fault: 'changed' | 'missing' | 'cut' | 'forged' | 'report' | 'recording';
};

export type HistoryVerdict = {
  readonly cases: number;
  readonly rows: number;
  readonly faults: readonly HistoryFault[];
};

const mostFaults = 100;

const rowShape = z.object({
  case_id: z.number(),
  version: z.number(),
  action: z.string(),
  from_status: z.string().nullable(),
  status: z.string(),
  user_id: z.number().nullable(),
  role_key: z.string().nullable(),
  user_group_id: z.number().nullable(),
  description: z.string(),
  request_id: z.string(),
  created_ms: z.number(),
  previous_hash: z.string(),
  hash: z.string(),
  chain: z.number(),
  file_sha256: z.string().nullable(),
  head_rows: z.number().nullable(),
  head_hash: z.string().nullable(),
});
type Line = z.output<typeof rowShape>;

const rowsQuery = `
  select h.case_id::float8, h.version, h.action, h.from_status, h.status, h.user_id::float8, h.role_key,
    h.user_group_id::float8, h.description, h.request_id, (extract(epoch from h.created_at) * 1000)::float8 as created_ms,
    encode(h.previous_hash, 'hex') as previous_hash, encode(h.hash, 'hex') as hash, h.chain, h.file_sha256,
    d.rows as head_rows, encode(d.hash, 'hex') as head_hash
  from case_history h left join case_history_heads d on d.case_id = h.case_id
  order by h.case_id, h.version`;

const goneQuery = `
  select d.case_id::float8 as case_id, 1 as version from case_history_heads d
  where not exists (select 1 from case_history h where h.case_id = d.case_id) order by d.case_id limit ${String(mostFaults)}`;

/** The n-th last step that added a report belongs to the n-th last report; steps of chain 1 do not name their file. */
const reportsQuery = `
  with recorded as (
    select case_id, version, chain, file_sha256, row_number() over (partition by case_id order by version desc) as back
    from case_history where action in ('add-report', 'adopt-report')),
  made as (
    select v.case_id, f.sha256, row_number() over (partition by v.case_id order by v.report_version desc) as back
    from report_versions v left join case_files f on f.file_id = v.file_id and f.case_id = v.case_id)
  select coalesce(recorded.case_id, made.case_id)::float8 as case_id, recorded.version
  from recorded full join made on made.case_id = recorded.case_id and made.back = recorded.back
  where recorded.case_id is null or made.case_id is null
    or (recorded.chain = 2 and recorded.file_sha256 is distinct from made.sha256)
  order by 1, 2 limit ${String(mostFaults)}`;

const recordingsQuery = `
  select h.case_id::float8 as case_id, h.version
  from case_history h left join recordings r on r.case_id = h.case_id
  where h.action in ('create', 'attach-recording') and h.chain = 2 and h.file_sha256 is not null
    and h.file_sha256 is distinct from r.trace_sha256
  order by 1, 2 limit ${String(mostFaults)}`;

const placeShape = z.object({ case_id: z.number(), version: z.number().nullable() });

/** Checks one history from its first row; reports at most one fault, the first. */
class CaseChain {
  readonly #case_id: number;
  readonly #head: Pick<Line, 'head_rows' | 'head_hash'>;
  #previous = firstPreviousHash;
  #version = 0;
  #rows = 0;
  #fault: HistoryFault | null = null;

  constructor({ case_id, head_rows, head_hash }: Line) {
    this.#case_id = case_id;
    this.#head = { head_rows, head_hash };
  }

  get case_id(): number {
    return this.#case_id;
  }

  add(line: Line): void {
    this.#rows += 1;
    this.#version = line.version;
    const row = chainedRow(line);
    if (row === null || row.hash !== chainHash(row, row.previous_hash, sha256Hex)) this.#note('changed');
    else if (row.previous_hash !== this.#previous) this.#note('missing');
    this.#previous = line.hash;
  }

  #note(fault: HistoryFault['fault'], version: number | null = this.#version): void {
    this.#fault ??= { case_id: this.#case_id, version, fault };
  }

  end(): HistoryFault | null {
    const { head_rows, head_hash } = this.#head;
    if (head_rows !== null && this.#rows < head_rows) this.#note('cut', this.#version + 1);
    else if (head_rows !== this.#rows || head_hash !== this.#previous) this.#note('forged');
    return this.#fault;
  }
}

async function places(
  snapshot: Snapshot,
  query: string,
  fault: HistoryFault['fault'],
): Promise<HistoryFault[]> {
  const found: HistoryFault[] = [];
  for await (const row of snapshot.rows(query)) found.push({ ...placeShape.parse(row), fault });
  return found;
}

export async function verifyHistory(snapshot: Snapshot): Promise<HistoryVerdict> {
  const faults: HistoryFault[] = [];
  let [cases, rows] = [0, 0];
  let chain: CaseChain | null = null;
  const conclude = (): void => {
    const fault = chain?.end() ?? null;
    if (fault !== null && faults.length < mostFaults) faults.push(fault);
  };
  const add = (line: Line): void => {
    if (chain?.case_id !== line.case_id) {
      conclude();
      chain = new CaseChain(line);
      cases += 1;
    }
    chain.add(line);
    rows += 1;
  };
  for await (const batch of snapshot.batches(rowsQuery)) {
    for (const given of batch) add(rowShape.parse(given));
  }
  conclude();
  faults.push(...(await places(snapshot, goneQuery, 'cut')));
  faults.push(...(await places(snapshot, reportsQuery, 'report')));
  faults.push(...(await places(snapshot, recordingsQuery, 'recording')));
  return { cases, rows, faults: faults.toSorted((a, b) => a.case_id - b.case_id) };
}
