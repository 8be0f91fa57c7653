/**
 * Opens a link for its patient, who is not signed in: the secret in its address, the passcode and the key in the link
 * give access to one report. Every wrong passcode is counted before it is answered.
 */
import {
  type HealthLinkManifest,
  healthLinkBase,
  healthLinkMediaType,
} from '@rhythmdesk/contract/health-links';
import { wrongPasscodes } from '@rhythmdesk/domain/report/health-links';
import { eq, sql } from 'drizzle-orm';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { healthLinks } from '../../../platform/db/schema/health-links.ts';
import { transact } from '../../../platform/db/transact.ts';
import { Headed } from '../../../platform/http/handler.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { HealthLinkDependencies } from './health-link-dependencies.ts';
import { lockOpenLink, type LinkRow } from './health-link-rows.ts';
import { encrypted, patientBundle } from './patient-bundle.ts';

const fileSeconds = 3600;

async function countWrong(tx: Tx, { health_link_id, wrong_passcodes }: LinkRow, now: Date): Promise<number> {
  const wrong = wrong_passcodes + 1;
  const remaining = Math.max(0, wrongPasscodes - wrong);
  await tx
    .update(healthLinks)
    .set({ wrong_passcodes: wrong, ...(remaining === 0 && { ended_at: now, ending: 'guessed' as const }) })
    .where(eq(healthLinks.health_link_id, health_link_id));
  return remaining;
}

async function countOpened(tx: Tx, { health_link_id }: LinkRow, now: Date): Promise<void> {
  await tx
    .update(healthLinks)
    .set({ opened_count: sql`${healthLinks.opened_count} + 1`, opened_at: now })
    .where(eq(healthLinks.health_link_id, health_link_id));
}

const contentOf = async (dependencies: HealthLinkDependencies, row: LinkRow): Promise<string> =>
  encrypted(
    await patientBundle(dependencies, row.case_id),
    dependencies.oneTime.make('health-link-key', String(row.health_link_id)),
  );

/** Names the address at which the content can be read for an hour. */
function locationOf(
  { oneTime, public_url, clock }: HealthLinkDependencies,
  { health_link_id }: LinkRow,
): string {
  const until = Math.floor(clock.now().getTime() / 1000) + fileSeconds;
  const ticket = oneTime.make('health-link-file', `${String(health_link_id)} ${String(until)}`);
  return `${public_url ?? ''}${healthLinkBase}files/${String(health_link_id)}/${String(until)}/${ticket}`;
}

type Opening = {
  readonly secret: string;
  readonly request: {
    readonly passcode?: string | undefined;
    readonly embeddedLengthMax?: number | undefined;
  };
};

/** Returns the manifest, or how many passcodes may still be tried. */
export async function openHealthLink(
  dependencies: HealthLinkDependencies,
  { secret, request: { passcode, embeddedLengthMax } }: Opening,
): Promise<Headed<HealthLinkManifest | { remainingAttempts: number }>> {
  const { db, clock, oneTime, public_url } = dependencies;
  const now = clock.now();
  const tried = await transact(db, async (tx) => {
    const row = await lockOpenLink(tx, { secret }, now);
    noteAudit({ case_id: row.case_id });
    if (passcode !== undefined && oneTime.matches('health-link-code', String(row.health_link_id), passcode)) {
      await countOpened(tx, row, now);
      return { row, remaining: null };
    }
    return { row, remaining: await countWrong(tx, row, now) };
  });
  const { row, remaining } = tried;
  if (remaining !== null) return new Headed({ remainingAttempts: remaining }, { status: 401, headers: {} });
  const content = await contentOf(dependencies, row);
  const isShort =
    public_url === null || embeddedLengthMax === undefined || content.length <= embeddedLengthMax;
  const place = isShort ? { embedded: content } : { location: locationOf(dependencies, row) };
  return new Headed(
    { files: [{ contentType: healthLinkMediaType, ...place }] },
    { status: 200, headers: {} },
  );
}

/** Returns the content at an address that a manifest named, while the link still works. */
export async function readHealthLinkFile(
  dependencies: HealthLinkDependencies,
  {
    health_link_id,
    until,
    ticket,
  }: { readonly health_link_id: number; readonly until: number; readonly ticket: string },
): Promise<string> {
  const { db, clock, oneTime } = dependencies;
  const now = clock.now();
  const isIssued = oneTime.matches('health-link-file', `${String(health_link_id)} ${String(until)}`, ticket);
  if (!isIssued || until * 1000 <= now.getTime()) throw new Refusal('object/not-found');
  const row = await transact(db, (tx) => lockOpenLink(tx, { health_link_id }, now));
  noteAudit({ case_id: row.case_id });
  return contentOf(dependencies, row);
}
