/** Makes, lists and ends the links to the results of a case for its patient. */
import { createHash } from 'node:crypto';
import type { HealthLink, MadeHealthLink } from '@rhythmdesk/contract/health-links';
import { healthLinkBase } from '@rhythmdesk/contract/health-links';
import { healthLinkState, openLinksPerCase } from '@rhythmdesk/domain/report/health-links';
import { reportFor } from '@rhythmdesk/domain/report/versions';
import { and, count, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { healthLinks } from '../../../platform/db/schema/health-links.ts';
import { users } from '../../../platform/db/schema/people.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { orRefuse, Refusal } from '../../../platform/http/refusal.ts';
import type { OneTime } from '../../../platform/secrets/one-time.ts';
import { type CaseRecord, lockCase } from '../../../records/cases/case-record.ts';
import { readVersions, seenWithReport } from '../../../records/cases/report-versions.ts';
import { seenCase } from '../../../records/cases/seen-case.ts';
import type { HealthLinkDependencies } from './health-link-dependencies.ts';

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export type LinkRow = typeof healthLinks.$inferSelect;

const stateOf = ({ expires_at, ending }: Pick<LinkRow, 'expires_at' | 'ending'>, now: Date) =>
  healthLinkState({ expires_ms: expires_at.getTime(), ending }, now.getTime());

/** Refuses unless the caller deals with the patient of the case and may read the report. */
async function seenForPatient(db: Queryable, caller: Caller, case_id: number): Promise<CaseRecord> {
  const record = await seenCase(db, caller, case_id, 'agreement.write');
  await seenWithReport(db, caller, case_id);
  return record;
}

export async function listHealthLinks(
  { db, clock }: HealthLinkDependencies,
  caller: Caller,
  case_id: number,
): Promise<HealthLink[]> {
  await seenForPatient(db, caller, case_id);
  const now = clock.now();
  const rows = await db
    .select({ row: healthLinks, author: users.name })
    .from(healthLinks)
    .innerJoin(users, eq(users.id, healthLinks.created_by))
    .where(eq(healthLinks.case_id, case_id))
    .orderBy(desc(healthLinks.health_link_id));
  return rows.map(({ row, author }) => ({
    health_link_id: row.health_link_id,
    state: stateOf(row, now),
    created_by: author,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    opened_count: row.opened_count,
    opened_at: row.opened_at?.toISOString() ?? null,
  }));
}

const longestLabel = 80;

/** Returns the link as the standard writes it: its fields as JSON, as base64url. */
function shlink(oneTime: OneTime, id: string, { origin, expires_at, label }: ShownLink): string {
  const payload = {
    url: `${origin}${healthLinkBase}${oneTime.make('health-link', id)}`,
    key: oneTime.make('health-link-key', id),
    exp: Math.floor(expires_at.getTime() / 1000),
    flag: 'P',
    label: Array.from(label).slice(0, longestLabel).join(''),
    v: 1,
  };
  return `shlink:/${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
}
type ShownLink = { readonly origin: string; readonly expires_at: Date; readonly label: string };

async function refuseTooMany(tx: Tx, case_id: number, now: Date): Promise<void> {
  const [open] = await tx
    .select({ links: count() })
    .from(healthLinks)
    .where(
      and(eq(healthLinks.case_id, case_id), isNull(healthLinks.ended_at), gt(healthLinks.expires_at, now)),
    );
  if ((open?.links ?? 0) >= openLinksPerCase) throw new Refusal('report/links-spent');
}

type NewLink = { readonly case_id: number; readonly created_by: number; readonly days: number };

async function insertLink(
  tx: Tx,
  { days, ...values }: NewLink,
  { oneTime, now }: { oneTime: OneTime; now: Date },
) {
  const expires_at = new Date(now.getTime() + days * 86_400_000);
  const [row] = await tx
    .insert(healthLinks)
    .values({ ...values, created_at: now, expires_at })
    .returning({ health_link_id: healthLinks.health_link_id });
  if (row === undefined) throw new Error('the link was not written');
  const { health_link_id } = row;
  const token_hash = hashOf(oneTime.make('health-link', String(health_link_id)));
  await tx.update(healthLinks).set({ token_hash }).where(eq(healthLinks.health_link_id, health_link_id));
  return { health_link_id, expires_at };
}

type Wanted = { readonly case_id: number; readonly days: number; readonly origin?: string | undefined };

/** Makes a link to a released report. Neither link nor passcode can be shown again. */
export async function createHealthLink(
  { db, clock, oneTime, public_url }: HealthLinkDependencies,
  caller: Caller,
  { case_id, days, origin = '' }: Wanted,
): Promise<MadeHealthLink> {
  const { hospital } = await seenForPatient(db, caller, case_id);
  orRefuse(reportFor(await readVersions(db, case_id), 'hospital'));
  const address = public_url ?? origin;
  if (address === '') throw new Refusal('input/invalid', { fields: { origin: 'refusal.input.invalid' } });
  const now = clock.now();
  const { health_link_id, expires_at } = await transact(db, async (tx) => {
    await lockCase(tx, case_id);
    await refuseTooMany(tx, case_id, now);
    return insertLink(tx, { case_id, days, created_by: caller.id }, { oneTime, now });
  });
  const id = String(health_link_id);
  const shown = { origin: address, expires_at, label: hospital.name };
  return {
    health_link_id,
    link: `${address}/health-link#${shlink(oneTime, id, shown)}`,
    passcode: oneTime.make('health-link-code', id),
    expires_at: expires_at.toISOString(),
  };
}

/** Ends a link; one that has ended stays as it is. */
export async function revokeHealthLink(
  { db, clock }: HealthLinkDependencies,
  caller: Caller,
  { case_id, health_link_id }: { readonly case_id: number; readonly health_link_id: number },
): Promise<void> {
  await seenForPatient(db, caller, case_id);
  const isThis = and(eq(healthLinks.case_id, case_id), eq(healthLinks.health_link_id, health_link_id));
  await transact(db, async (tx) => {
    const [row] = await tx.select().from(healthLinks).where(isThis).for('update');
    if (row === undefined) throw new Refusal('object/not-found');
    if (row.ended_at !== null) return;
    await tx
      .update(healthLinks)
      .set({ ended_at: clock.now(), ending: 'revoked', ended_by: caller.id })
      .where(isThis);
  });
}

/** Returns the link of a condition, locked, while it works; otherwise it is not found. */
export async function lockOpenLink(
  tx: Tx,
  { health_link_id, secret }: { readonly health_link_id?: number; readonly secret?: string },
  now: Date,
): Promise<LinkRow> {
  const [row] = await tx
    .select()
    .from(healthLinks)
    .where(
      secret === undefined
        ? eq(healthLinks.health_link_id, health_link_id ?? 0)
        : eq(healthLinks.token_hash, hashOf(secret)),
    )
    .for('update');
  if (row === undefined || stateOf(row, now) !== 'open') throw new Refusal('object/not-found');
  return row;
}
