/**
 * Provides a center that finds critical places in episodes that its technician adds, for tests of critical findings
 * over HTTP.
 */
import { criticalRoutes, type CriticalFinding } from '@rhythmdesk/contract/critical';
import { usualCriticalSettings } from '@rhythmdesk/domain/critical/critical-rules';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { and, asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { findCritical } from '../features/critical/find-critical.ts';
import { synthRecording } from '../features/uploads/test-zip.ts';
import { cases } from '../platform/db/schema/cases.ts';
import { criticalEvents, criticalFindings } from '../platform/db/schema/critical.ts';
import { notifications } from '../platform/db/schema/notices.ts';
import { userGroups } from '../platform/db/schema/people.ts';
import { analysisWorld, type AnalysisWorld } from './test-analysis.ts';
import { openTestPage, refusalCode } from './test-reading.ts';

type User = { readonly id: number; readonly token: string };

export const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  refusalCode.parse(body).code,
];

/** Opens a technician's page that adds episodes to the recording; each batch is searched at once. */
function readers(world: AnalysisWorld, look: (case_id: number) => Promise<void>) {
  return async (case_id: number) => {
    const page = await openTestPage(world.call, world.technician.token, case_id);
    await page.editLock('take');
    const open = page.opened();
    const write = async (...edits: ReadingEdit[]) => {
      expect(await page.send(page.batch(open, edits))).toMatchObject({ status: 200 });
      await look(case_id);
    };
    const sampleAt = (index: number): number => page.base.beats.samples[index] ?? 0;
    const draw = (rhythm: 'vt' | 'avb3', first: number, last: number): ReadingEdit => ({
      kind: 'add_episode',
      rhythm,
      start_sample: sampleAt(first),
      end_sample: sampleAt(last),
    });
    return { write, draw, sampleAt };
  };
}

/** Reads the database rows of a case's findings. */
function rowsIn({ db }: AnalysisWorld) {
  const rowsOf = (case_id: number) =>
    db
      .select()
      .from(criticalFindings)
      .where(eq(criticalFindings.case_id, case_id))
      .orderBy(asc(criticalFindings.finding_id));
  const eventsOf = async (finding_id: number): Promise<string[]> => {
    const rows = await db
      .select()
      .from(criticalEvents)
      .where(eq(criticalEvents.finding_id, finding_id))
      .orderBy(asc(criticalEvents.event_id));
    return rows.map(({ event, level }) => (level === null ? event : `${event} ${String(level)}`));
  };
  const dueOf = async (case_id: number) =>
    (await db.select().from(cases).where(eq(cases.case_id, case_id)))[0]?.critical_due_at ?? null;
  const notificationsOf = async (case_id: number, user: { id: number }): Promise<string[]> => {
    const where = and(eq(notifications.patch_id, case_id), eq(notifications.user_id, user.id));
    const rows = await db.select().from(notifications).where(where).orderBy(asc(notifications.id));
    return rows.map(({ code }) => code).filter((code) => code.startsWith('critical'));
  };
  const jobsOf = async (task: string, key: string): Promise<number> => {
    const { rows } = await db.execute(
      sql`select count(*)::int as n from graphile_worker.jobs where task_identifier = ${task} and key = ${key}`,
    );
    return Number(rows[0]?.['n']);
  };
  return { rowsOf, eventsOf, dueOf, notificationsOf, jobsOf };
}

/** Requests and acts of the chief. */
function chiefs({ call }: AnalysisWorld, chief: User) {
  const onlyFinding = async (case_id: number): Promise<CriticalFinding> => {
    const answer = await call(`critical/case/${String(case_id)}`, chief.token);
    const [first] = criticalRoutes.criticalOfCase.output.parse(await answer.json()).items;
    if (first === undefined) throw new Error('the case has no finding');
    return first;
  };
  const act = async (finding_id: number, body: object, token = chief.token) => {
    const path = `critical/findings/${String(finding_id)}/act`;
    const answer = await call(path, token, { method: 'POST', body });
    return { status: answer.status, body: await answer.json() };
  };
  const rules = async () => {
    const answer = await call('critical/rules', chief.token);
    return criticalRoutes.criticalRules.output.parse(await answer.json()).present;
  };
  const saveRules = async (version: number, change: { beats: number }, token = chief.token) => {
    const { rules: usual, escalation } = usualCriticalSettings;
    const settings = { rules: { ...usual, vt: { ...usual.vt, ...change } }, escalation };
    const answer = await call('critical/rules', token, { method: 'PUT', body: { version, settings } });
    return { status: answer.status, body: await answer.json() };
  };
  return { onlyFinding, act, rules, saveRules };
}

export async function criticalWorld() {
  const world = await analysisWorld();
  const [hospital] = await world.db.select().from(userGroups).where(eq(userGroups.id, world.hospital));
  const center = hospital?.tech_center_id ?? 0;
  const chief: User = await world.addUser('chief', 'CHIEF', center);
  const head: User = await world.addUser('head', 'CENTER', center);
  const farCenter = await world.addGroup('tech_center', 'Far center');
  const farChief: User = await world.addUser('farchief', 'CHIEF', farCenter);
  const look = (case_id: number) =>
    findCritical(world.analysis, case_id, { signal: new AbortController().signal });
  let brought = 0;
  /** Returns a case in progress; its recording has about 72 beats per minute. */
  const workedCase = async (): Promise<number> => {
    const hn_id = `HN41000${String((brought += 1)).padStart(2, '0')}`;
    const case_id = await world.bring(synthRecording({ hn_id, seconds: 60 }));
    await world.analyse(case_id);
    const working = { status: 'start', technician_id: world.technician.id, requested_date: new Date() };
    await world.db.update(cases).set(working).where(eq(cases.case_id, case_id));
    return case_id;
  };
  return {
    ...world,
    chief,
    head,
    farChief,
    center,
    farCenter,
    look,
    workedCase,
    reader: readers(world, look),
    ...rowsIn(world),
    ...chiefs(world, chief),
  };
}
export type CriticalWorld = Awaited<ReturnType<typeof criticalWorld>>;
