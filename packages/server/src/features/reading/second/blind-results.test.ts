/**
 * Tests that second readings are blind: a user who may still be selected for one sees no result of the first reading in
 * lists, figures and spreadsheets. A user who has seen one in another way cannot take the reading, not even at the same
 * moment.
 */
import { caseRow } from '@rhythmdesk/contract/cases';
import { and, eq, inArray } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { cases } from '../../../platform/db/schema/cases.ts';
import { criticalFindings } from '../../../platform/db/schema/critical.ts';
import { notifications } from '../../../platform/db/schema/notices.ts';
import { shownReadings } from '../../../platform/db/schema/second-readings.ts';
import { inScope, rowScopeOf } from '../../../platform/db/row-scope.ts';
import { readAsking } from '../../../records/people/asking.ts';
import { exportSources } from '../../../app/export-sources.ts';
import { refusalCode } from '../../../testing/test-reading.ts';
import { secondWorld, type SecondWorld } from '../../../testing/test-second.ts';

let world: SecondWorld;
beforeAll(async () => {
  world = await secondWorld();
});

type Who = { readonly id: number; readonly token: string };
const results = { severity: 'high', af_share: 0.25, ve_count: 12, pause_count: 3 } as const;
const nothing = { severity: 'none', af_share: null, ve_count: null, pause_count: null };

/** Returns a case that was selected for a second reading, with results that no other case has. */
async function found() {
  const second = await world.drawn();
  await world.db.update(cases).set(results).where(eq(cases.case_id, second.case_id));
  return second;
}

async function bodyOf(path: string, { token }: Who): Promise<unknown> {
  const answer = await world.call(path, token);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
}
const listShape = z.object({ items: z.array(caseRow), total: z.number() });
const dayOf = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** Tomorrow in UTC may be today in another time zone. */
const [month, today] = [dayOf(-30), dayOf(1)];
const listFor = async (who: Who, query = '') =>
  listShape.parse(
    await bodyOf(`case/cases?size=100&view=all&from_time=${dayOf(-45)}&to_time=${dayOf(2)}${query}`, who),
  );
const rowFor = async (who: Who, case_id: number) => {
  const { items } = await listFor(who);
  return items.find((row) => row.case_id === case_id);
};
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  status === 200 ? [200] : [status, refusalCode.parse(body).code];
const notBlind = [406, 'second/not-blind'];

test('lists of a possible second reader show no result of the first reading, and reading them does not bar the user', async () => {
  const { colleague, chief, technician, head, doctor } = world;
  const { case_id, second_id } = await found();
  for (const who of [colleague, chief]) {
    expect(await rowFor(who, case_id)).toMatchObject({ ...nothing, results_hidden: true });
    const day = await bodyOf('work/day', who);
    expect(JSON.stringify(day)).not.toContain('"af_share":0.25');
  }
  for (const who of [technician, head, doctor])
    expect(await rowFor(who, case_id)).toMatchObject({ ...results, results_hidden: false });
  const shownTo = and(
    eq(shownReadings.case_id, case_id),
    inArray(shownReadings.user_id, [colleague.id, chief.id]),
  );
  expect(await world.db.$count(shownReadings, shownTo)).toBe(0);
  expect(codeOf(await world.take(second_id, colleague))).toEqual([200]);
  expect(await rowFor(colleague, case_id)).toBeUndefined();
});

test('a case that is being read is hidden as well if its center selects cases, until a user opens it', async () => {
  const { colleague, technician } = world;
  const case_id = await world.started();
  await world.db.update(cases).set(results).where(eq(cases.case_id, case_id));
  expect(await rowFor(colleague, case_id)).toMatchObject({ ...nothing, results_hidden: true });
  expect(await rowFor(technician, case_id)).toMatchObject(results);
  await bodyOf(`case/case/${String(case_id)}`, colleague);
  expect(await rowFor(colleague, case_id)).toMatchObject({ ...results, results_hidden: false });
});

test('no filter, sort order or figure reveals a hidden result', async () => {
  const { colleague, chief, head } = world;
  const { case_id } = await found();
  await world.db
    .update(cases)
    .set({ ...results, severity: 'critical', af_share: 0.99 })
    .where(eq(cases.case_id, case_id));
  const has = async (who: Who, query: string) =>
    (await listFor(who, query)).items.some((row) => row.case_id === case_id);
  for (const who of [colleague, chief]) {
    expect(await has(who, '&severity=critical')).toBe(false);
    expect(await has(who, '&severity=none')).toBe(true);
    for (const sort of ['severity', '-severity', 'af_share', '-af_share', '-ve_count', '-pause_count']) {
      const { items, total } = await listFor(who, `&sort=${sort}`);
      expect([sort, items.length]).toEqual([sort, total]);
      const places = items.flatMap((row, place) => (row.results_hidden ? [place] : []));
      const shown = items.filter((row) => !row.results_hidden && row.af_share !== null).length;
      expect(places.length).toBeGreaterThan(0);
      // Cases with hidden results are sorted together, among those without a value.
      if (sort === 'af_share') expect(Math.min(...places)).toBeGreaterThanOrEqual(shown);
    }
  }
  expect(await has(head, '&severity=critical')).toBe(true);
  const figures = z.object({ items: z.array(z.object({ findings: z.object({ af_found: z.number() }) })) });
  const afFound = async (who: Who) => {
    const path = `statistics/groups?group=center&from_time=${month}&to_time=${today}`;
    return figures.parse(await bodyOf(path, who)).items.reduce((sum, row) => sum + row.findings.af_found, 0);
  };
  expect(await afFound(head)).toBeGreaterThan(await afFound(chief));
  const search = `case/cases?size=100&view=all&step=complete&step_from=${month}&step_to=${today}&outcome=critical`;
  const behind = async (who: Who) =>
    listShape.parse(await bodyOf(search, who)).items.map((row) => row.case_id);
  expect(await behind(head)).toContain(case_id);
  expect(await behind(chief)).not.toContain(case_id);
});

test('the spreadsheet of the list and the earlier recordings of another case contain no hidden result', async () => {
  const { colleague, chief, technician, head } = world;
  const { case_id } = await found();
  const later = await world.completed();
  const same = { patient_id: 'SAME', recording_start: new Date('2026-01-01T00:00:00Z') };
  await world.db.update(cases).set(same).where(eq(cases.case_id, case_id));
  const after = { patient_id: 'SAME', recording_start: new Date('2026-01-05T00:00:00Z') };
  await world.db.update(cases).set(after).where(eq(cases.case_id, later));
  const earlier = async (who: Who) =>
    z
      .object({ earlier: z.array(z.object({ af_share: z.number().nullable() })) })
      .parse(await bodyOf(`case/case/${String(later)}`, who)).earlier;
  expect(await earlier(colleague)).toEqual([{ af_share: null }]);
  expect(await earlier(technician)).toEqual([{ af_share: 0.25 }]);
  const rowsFor = async (who: Who) => {
    const caller = await readAsking(world.db, who.id);
    if (caller === null) throw new Error('no caller');
    return inScope(rowScopeOf(caller.actor), async () => {
      const input = { view: 'all', case_id };
      const source = await exportSources(world.serving).exportCases.open({ caller, input, language: 'en' });
      if (!('batches' in source)) throw new Error('no sheet');
      const rows: unknown[] = [];
      for await (const batch of source.batches(new AbortController().signal)) rows.push(...batch.rows);
      return JSON.stringify(rows);
    });
  };
  expect(await rowsFor(head)).toContain('High');
  expect(await rowsFor(chief)).not.toMatch(/High|None/);
});

/** Adds an open critical finding; `reading_sequence` 0 means that the analysis alone found it. */
async function criticalIn(case_id: number, reading_sequence: number): Promise<Date> {
  const due_at = new Date(Date.now() + 60_000 * (30 + reading_sequence));
  const rule = reading_sequence === 0 ? 'avb3' : 'vt';
  const place = { rule, kind: rule, start_sample: 0, end_sample: 1, start_ms: 0, beats: 5, seconds: 2 };
  const found = { places: [], analysis_version: 1, reading_sequence, settings_version: 0 };
  const times = { deadline_minutes: 30, uploaded_at: new Date(), found_at: new Date(), due_at };
  await world.db.insert(criticalFindings).values({ case_id, ...place, ...found, ...times });
  await world.db.update(cases).set({ critical_due_at: due_at }).where(eq(cases.case_id, case_id));
  return due_at;
}

test('lists show possible second readers the deadline of what the analysis found, not of what the first reader found', async () => {
  const { colleague, technician } = world;
  const case_id = await world.started();
  const dueFor = async (who: Who) => (await rowFor(who, case_id))?.critical_due_at;
  const ofReading = await criticalIn(case_id, 1);
  expect(await dueFor(technician)).toBe(ofReading.toISOString());
  expect(await dueFor(colleague)).toBeNull();
  const ofAnalysis = await criticalIn(case_id, 0);
  expect(await dueFor(colleague)).toBe(ofAnalysis.toISOString());
});

const shows = {
  'the case page': (case_id) => `case/case/${String(case_id)}`,
  history: (case_id) => `case/case/${String(case_id)}/history`,
  comments: (case_id) => `case/case/${String(case_id)}/comments`,
  'the desk': (case_id) => `recording/${String(case_id)}/reading`,
  files: (case_id) => `case/case/${String(case_id)}/files`,
  'the report': (case_id) => `case/case/${String(case_id)}/report`,
  'the recording': (case_id) => `recording/${String(case_id)}`,
} satisfies Record<string, (case_id: number) => string>;

test.each(Object.entries(shows))(
  'a user who was shown %s cannot take the reading the moment after',
  async (_name, path) => {
    const { other } = world;
    const { case_id, second_id } = await found();
    expect((await world.call(path(case_id), other.token)).status).toBe(200);
    expect(codeOf(await world.take(second_id, other))).toEqual(notBlind);
  },
);

test('of opening and taking at once one is refused, in either order', async () => {
  const { colleague, other, chief } = world;
  const ends = new Set<string>();
  for (const who of [colleague, other, chief, colleague, other, chief]) {
    const { case_id, second_id } = await found();
    const window = await world.newSession(who.id);
    const opens = Object.values(shows).map((path) => world.call(path(case_id), window));
    const [taken, ...opened] = await Promise.all([world.take(second_id, who), ...opens]);
    // A second reader may open the recording as well.
    const seen = opened.slice(0, -1).some(({ status }) => status === 200);
    expect([taken.status, seen]).not.toEqual([200, true]);
    ends.add(`${String(taken.status)} ${String(seen)}`);
  }
  expect(ends.size).toBeGreaterThan(0);
});

test('a request that read the case before it was taken and would be answered after is refused', async () => {
  const { colleague } = world;
  const { case_id, second_id } = await found();
  const client = await world.pool.connect();
  try {
    // The call that takes the second reading has locked its row and read it; the page is opened before it commits.
    await client.query('begin');
    await client.query('select 1 from second_readings where second_id = $1 for update', [second_id]);
    const opening = world.call(`case/case/${String(case_id)}`, colleague.token);
    await expect
      .poll(async () => {
        const { rows } = await world.pool.query(
          `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and query like '%for share%'
            and datname = current_database()`,
        );
        return z.object({ waiting: z.number() }).parse(rows[0]).waiting;
      })
      .toBe(1);
    await client.query('update second_readings set reader_id = $1, taken_at = now() where second_id = $2', [
      colleague.id,
      second_id,
    ]);
    await client.query('commit');
    expect((await opening).status).toBe(404);
  } finally {
    client.release();
  }
});

test('notices show no result to possible second readers, and a user notified of a critical finding is no longer blind', async () => {
  const { colleague, chief } = world;
  const { case_id, second_id } = await found();
  const { items } = z
    .object({ items: z.array(z.object({ patch_id: z.number().nullable() })) })
    .parse(await bodyOf('notification/notifications', colleague));
  expect(items.filter(({ patch_id }) => patch_id === case_id)).toEqual([]);
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  const edit = { version: row?.version, severity: 'critical' };
  const path = `case/case/${String(case_id)}/reading`;
  const returned = await world.post(`case/case/${String(case_id)}/request-editing`, world.doctor, {
    version: row?.version,
    comment: 'look again',
  });
  expect(returned.status).toBe(200);
  const [open] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  const changed = await world.call(path, world.technician.token, {
    method: 'PUT',
    body: { ...edit, version: open?.version },
  });
  expect([changed.status, await changed.text()]).toEqual([200, expect.anything()]);
  const sent = await world.db.select().from(notifications).where(eq(notifications.patch_id, case_id));
  expect(sent.filter(({ code }) => code === 'critical-finding').map(({ user_id }) => user_id)).toContain(
    chief.id,
  );
  expect(codeOf(await world.take(second_id, chief))).toEqual(notBlind);
});
