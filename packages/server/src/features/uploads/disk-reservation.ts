/**
 * Reserves disk space and quota for an upload before its first byte. The declared sizes of all open uploads count as
 * used: the part that is still to come and the space that reading them will need. Checks run one after the other, in
 * the transaction that creates the upload's row, so that uploads that begin together do not each use the same space.
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import { hasRoom } from '../../platform/files/file-store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

const reservationLock = 7_305_120;

const openShape = z.object({
  reserved_bytes: z.coerce.number(),
  group_bytes: z.coerce.number(),
  user_uploads: z.coerce.number(),
});

export type Declared = {
  readonly user_id: number;
  readonly user_group_id: number;
  readonly size_bytes: number;
};

/** Refuses with the reason; the lock is held until the end of the transaction. */
export async function reserveRoom(
  tx: Tx,
  { freeBytes, limits }: Pick<UploadDependencies, 'freeBytes' | 'limits'>,
  { user_id, user_group_id, size_bytes }: Declared,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${reservationLock})`);
  const found = await tx.execute(sql`
    select coalesce(sum(case state when 'receiving' then 2 * size_bytes - received_bytes else size_bytes end), 0)
        as reserved_bytes,
      coalesce(sum(size_bytes) filter (where user_group_id = ${user_group_id}), 0) as group_bytes,
      count(*) filter (where user_id = ${user_id} and state = 'receiving') as user_uploads
    from uploads where state in ('receiving', 'checking')`);
  const open = openShape.parse(found.rows[0]);
  const isOverQuota =
    open.user_uploads >= limits.open_per_user || open.group_bytes + size_bytes > limits.open_bytes_per_group;
  if (isOverQuota) throw new Refusal('upload/quota');
  const needed = open.reserved_bytes + 2 * size_bytes;
  if (!(await hasRoom({ freeBytes }, needed, limits.disk_floor_bytes)))
    throw new Refusal('upload/disk-floor');
}
