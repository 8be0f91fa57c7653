/** Compares the uploads and comments that a server acknowledged with those of its database, as after a restore. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Acknowledged } from './acknowledged-writes.ts';
import { invariant } from './fault-program.ts';

const waitMs = 60_000;

/** Copies the acknowledgements at the start of the backup, because they grow meanwhile. */
export const asOf = (all: readonly Acknowledged[]): Acknowledged[] =>
  all.map((each) => ({ ...each, comments: [...each.comments] }));

const uploadShape = z.array(
  z.object({
    upload_id: z.string(),
    state: z.string(),
    trace: z.string().nullable(),
    comments: z.array(z.string()),
  }),
);

export async function uploadsIn(db: Db) {
  const found = await db.execute(sql`select u.upload_id, u.state, f.content_sha256 as trace,
      array(select content from case_comments c where c.case_id = u.case_id order by comment_id) as comments
    from uploads u left join case_files f on f.case_id = u.case_id and f.kind = 'signal'`);
  return new Map(uploadShape.parse(found.rows).map((row) => [row.upload_id, row]));
}

const isWhole = ({ bytes, zip }: Acknowledged): boolean => bytes === zip.length;

/** Waits until every whole upload is a case. The time limit starts again with each case. */
export async function settled(db: Db, before: readonly Acknowledged[]) {
  let [end, fewest] = [performance.now() + waitMs, before.length];
  for (;;) {
    const found = await uploadsIn(db);
    const waiting = before.filter((each) => isWhole(each) && found.get(each.upload_id)?.state === 'checking');
    if (waiting.length === 0) return found;
    if (waiting.length < fewest) [end, fewest] = [performance.now() + waitMs, waiting.length];
    invariant(
      performance.now() < end,
      `${String(waiting.length)} received uploads are read after the restore`,
    );
    await sleep(200);
  }
}

export async function checkUploads(db: Db, before: readonly Acknowledged[]): Promise<void> {
  const found = await settled(db, before);
  for (const each of before) {
    const row = found.get(each.upload_id);
    invariant(row !== undefined, `${each.hn_id} is known`);
    if (!isWhole(each)) continue;
    invariant(
      row.state === 'done' && row.trace === each.trace_sha256,
      `${each.hn_id} is a case, byte for byte: ${row.state}`,
    );
    invariant(
      each.comments.every((words) => row.comments.includes(words)),
      `every comment on ${each.hn_id} is there`,
    );
  }
}

export async function checkOffsets(address: string, before: readonly Acknowledged[]): Promise<number> {
  const half = before.filter((each) => !isWhole(each));
  for (const { upload_id, capability, bytes, hn_id } of half) {
    const answer = await fetch(`${address}/api/v1/upload/files/${upload_id}`, {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0', 'upload-capability': capability },
    });
    const offset = Number(answer.headers.get('upload-offset') ?? -1);
    invariant(offset >= bytes, `${hn_id} goes on from ${String(bytes)} bytes or later: ${String(offset)}`);
  }
  return half.length;
}
