/**
 * Tests institutions for every role in every place: who lists, changes and deletes which; which cases move to a new
 * center.
 */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { cases } from '../../platform/db/schema/cases.ts';
import { codeOf, institutionWorld, listed, totalOf } from '../../testing/test-institutions.ts';

let world: Awaited<ReturnType<typeof institutionWorld>>;
beforeAll(async () => {
  world = await institutionWorld();
});

test('a type changes only while nothing depends on it, and removes what the new one lacks', async () => {
  const { id } = await world.made({
    agree_type: 'PAPER',
    tech_center_id: await world.idOf('Center'),
    department: 'ICU',
  });
  const moved = await world.ask('admin', 'PUT', 'user/usergroup', { id, version: 1, type: 'logistics' });
  expect(moved.status).toBe(200);
  expect(await world.groupRow(id)).toMatchObject({
    agree_type: 'NONE',
    tech_center_id: null,
    department: null,
  });
  const history = await world.ask('admin', 'GET', `user/usergroup/${String(id)}/history?size=4`);
  const { items } = z.object({ items: z.array(z.looseObject({})) }).parse(history.body);
  const lost = items.find((row) => row['field'] === 'agree_type');
  expect(lost).toMatchObject({ version: 2, before: 'PAPER', after: 'NONE' });
  const used = await world.groupRow(await world.idOf('Hospital'));
  const withUsers = { id: used?.id, version: used?.version, type: 'logistics' };
  expect(codeOf(await world.ask('admin', 'PUT', 'user/usergroup', withUsers))).toEqual([
    409,
    'group/has-users',
  ]);
  const center = await world.made({ type: 'tech_center' });
  await world.made({ tech_center_id: center.id });
  const asHospital = { ...center, type: 'hospital' };
  expect(codeOf(await world.ask('admin', 'PUT', 'user/usergroup', asHospital))).toEqual([
    409,
    'group/in-use',
  ]);
});

test('a deletion names its obstacles, and ends the session only below level 5', async () => {
  await world.caseIn('start');
  const hospital = await world.idOf('Hospital');
  expect(codeOf(await world.ask('admin', 'DELETE', 'user/usergroup', { id: hospital }))).toEqual([
    409,
    'group/has-users',
  ]);
  const way = await world.ask('admin', 'GET', `user/usergroup/${String(hospital)}/obstacles`);
  expect(way.body).toMatchObject({ users: 2, open_cases: 1, groups: 0 });
  const center = await world.made({ type: 'tech_center' });
  const depends = await world.made({ tech_center_id: center.id });
  expect(codeOf(await world.ask('admin', 'DELETE', 'user/usergroup', { id: center.id }))).toEqual([
    409,
    'group/in-use',
  ]);
  expect((await world.ask('admin', 'DELETE', 'user/usergroup', { id: depends.id })).status).toBe(200);
  expect((await world.ask('admin', 'DELETE', 'user/usergroup', { id: center.id })).status).toBe(200);
  expect((await world.ask('admin', 'GET', `user/usergroup/${String(center.id)}`)).status).toBe(404);
  expect((await world.ask('admin', 'GET', 'user/me')).status).toBe(200);
  const own = await world.ask('admin', 'DELETE', 'user/usergroup', { id: await world.idOf('Office') });
  expect(codeOf(own)).toEqual([406, 'group/own']);
  const theirs = await world.made({}, 'far distributer');
  expect((await world.ask('far distributer', 'DELETE', 'user/usergroup', { id: theirs.id })).status).toBe(
    200,
  );
  expect((await world.ask('far distributer', 'GET', 'user/me')).status).toBe(403);
});

test('a new analysing center gets the unassigned cases, and no other', async () => {
  const ready = await world.caseIn('ready');
  const waiting = await world.caseIn('request');
  const working = await world.caseIn('assigned');
  const hospital = await world.groupRow(await world.idOf('Hospital'));
  const far = await world.idOf('Other center');
  const centerChange = await world.ask(
    'admin',
    'GET',
    `user/usergroup/${String(hospital?.id)}/center-change?tech_center_id=${String(far)}`,
  );
  const { moving } = z.object({ moving: z.number(), staying: z.number() }).parse(centerChange.body);
  expect(moving).toBeGreaterThanOrEqual(2);
  const body = { id: hospital?.id, version: hospital?.version, tech_center_id: far };
  expect((await world.ask('admin', 'PUT', 'user/usergroup', body)).status).toBe(200);
  const centerOf = async (case_id: number) =>
    (await world.db.select().from(cases).where(eq(cases.case_id, case_id)))[0]?.tech_center_id;
  expect([await centerOf(ready), await centerOf(waiting)]).toEqual([far, far]);
  expect(await centerOf(working)).not.toBe(far);
  const history = await world.ask('doctor', 'GET', `case/case/${String(waiting)}/history`);
  expect(JSON.stringify(history.body)).toContain('change-center');
  const pool = await world.ask('far chief', 'GET', `case/cases?case_id=${String(waiting)}`);
  expect(totalOf(pool)).toBe(1);
  const gone = await world.ask('chief', 'GET', `case/cases?case_id=${String(waiting)}`);
  expect(totalOf(gone)).toBe(0);
  const back = {
    id: hospital?.id,
    version: (hospital?.version ?? 0) + 1,
    tech_center_id: await world.idOf('Center'),
  };
  expect((await world.ask('admin', 'PUT', 'user/usergroup', back)).status).toBe(200);
});

test('each role lists its scope; roles without the page are refused', async () => {
  const names = async (who: string) => {
    const answer = await world.ask(who, 'GET', 'user/usergroups/admin?size=100');
    return answer.status === 200 ? listed.parse(answer.body).items.map(({ name }) => name) : answer.status;
  };
  expect(await names('manager')).toEqual(['Hospital']);
  expect(await names('distributer')).toEqual(['Hospital', 'Network']);
  const center = await names('center');
  for (const name of ['Center', 'Hospital', 'Neighbour']) expect(center).toContain(name);
  expect(center).not.toContain('Far hospital');
  for (const who of ['carrier', 'doctor', 'technician', 'chief'])
    expect([who, await names(who)]).toEqual([who, 403]);
});

test('filters, search and order are the server’s; a pattern character is literal', async () => {
  const region = 'Filter region';
  await world.made({ region, name: 'Alpha 100%', register_code: 'FIL-1', address: 'one_two' });
  await world.made({ region, name: 'Beta', register_code: 'FIL-2', type: 'logistics' });
  const found = async (query: string) =>
    listed
      .parse(
        (
          await world.ask(
            'admin',
            'GET',
            `user/usergroups/admin?region=${encodeURIComponent(region)}&${query}`,
          )
        ).body,
      )
      .items.map(({ name }) => name);
  expect(await found('')).toEqual(['Alpha 100%', 'Beta']);
  expect(await found('sort=-name')).toEqual(['Beta', 'Alpha 100%']);
  expect(await found('type=logistics')).toEqual(['Beta']);
  expect(await found('q=fil-2')).toEqual(['Beta']);
  expect(await found('q=100%25')).toEqual(['Alpha 100%']);
  expect(await found('q=one_')).toEqual(['Alpha 100%']);
  expect(await found('q=oneXtwo')).toEqual([]);
  const counts = await world.ask('admin', 'GET', 'user/usergroups/counts');
  expect(z.object({ regions: z.array(z.string()) }).parse(counts.body).regions).toContain(region);
});

test('a center changes a description and its teams’ ratio; a manager and a doctor nothing', async () => {
  const team = await world.made({ type: 'team', tech_center_id: await world.idOf('Center') });
  const ratio = await world.ask('center', 'PUT', 'user/usergroup', { ...team, analysis_ratio: 60 });
  expect(ratio.status).toBe(200);
  const name = await world.ask('center', 'PUT', 'user/usergroup', { ...team, version: 2, name: 'Ours' });
  expect(codeOf(name)).toEqual([406, 'group/field-not-yours']);
  const far = await world.ask('far center', 'PUT', 'user/usergroup', {
    ...team,
    version: 2,
    analysis_ratio: 1,
  });
  expect(codeOf(far)).toEqual([404, 'object/not-found']);
  for (const who of ['manager', 'doctor', 'technician', 'chief', 'carrier']) {
    const answer = await world.ask(who, 'PUT', 'user/usergroup', { ...team, version: 2, description: 'x' });
    expect([who, answer.status]).toEqual([who, 403]);
  }
  const seen = await world.ask('center', 'GET', `user/usergroup/${String(team.id)}`);
  expect(seen.body).toMatchObject({
    administration: { editable: ['description', 'analysis_ratio'], deletable: false, charging_unit: null },
  });
});

const sharesShape = z.object({
  counted: z.number(),
  counted_since: z.string().nullable(),
  teams: z.array(z.looseObject({ id: z.number(), dealt: z.number(), fair: z.number(), waiting: z.number() })),
});

test('the shares of a center’s teams are visible to users who oversee it, with assigned and waiting cases', async () => {
  const center = await world.made({ type: 'tech_center' });
  const [large, small] = [
    await world.made({ type: 'team', tech_center_id: center.id, analysis_ratio: 60, name: 'A large' }),
    await world.made({ type: 'team', tech_center_id: center.id, analysis_ratio: 20, name: 'B small' }),
  ];
  await world.made({ type: 'team', tech_center_id: center.id, name: 'C none' });
  const hospital = await world.groupRow(await world.idOf('Hospital'));
  const move = async (to: number, version: number) => {
    const body = { id: hospital?.id, version, tech_center_id: to };
    expect((await world.ask('admin', 'PUT', 'user/usergroup', body)).status).toBe(200);
  };
  const waiting = [await world.caseIn('request'), await world.caseIn('request')];
  const version = hospital?.version ?? 0;
  // Cases from another center are assigned to teams as if they had been requested from this one.
  await move(center.id, version);
  const of = (who: string) => world.ask(who, 'GET', `user/usergroup/${String(center.id)}/teams`);
  const { counted, counted_since, teams } = sharesShape.parse((await of('admin')).body);
  expect(counted).toBeGreaterThanOrEqual(waiting.length);
  expect(counted_since).not.toBeNull();
  expect(teams.map((team) => [team.id, team['share']])).toEqual([
    [large.id, 0.75],
    [small.id, 0.25],
    [expect.any(Number), 0],
  ]);
  for (const team of teams) {
    expect(Math.abs(team.dealt - team.fair)).toBeLessThan(1);
    expect(team.waiting).toBe(team.dealt);
  }
  for (const who of ['manager', 'doctor', 'technician', 'carrier'])
    expect([who, (await of(who)).status]).toEqual([who, 403]);
  for (const who of ['chief', 'far chief', 'center', 'distributer'])
    expect([who, codeOf(await of(who))]).toEqual([who, [404, 'object/not-found']]);
  const own = await world.ask('chief', 'GET', `user/usergroup/${String(await world.idOf('Center'))}/teams`);
  expect(own.body).toMatchObject({ center: { name: 'Center' } });
  // A team with open cases in its share can neither be deleted nor moved to another center.
  const [held] = teams.filter((team) => team.waiting > 0);
  expect(codeOf(await world.ask('admin', 'DELETE', 'user/usergroup', { id: held?.id }))).toEqual([
    409,
    'group/in-use',
  ]);
  const away = { id: held?.id, version: 1, tech_center_id: await world.idOf('Other center') };
  expect(codeOf(await world.ask('admin', 'PUT', 'user/usergroup', away))).toEqual([409, 'group/in-use']);
  await move(await world.idOf('Center'), version + 1);
  const back = sharesShape.parse((await of('admin')).body);
  expect(back.teams.map((team) => team.waiting)).toEqual([0, 0, 0]);
});

test('a distributer cannot extend its reach by changing what it may write', async () => {
  const network = await world.groupRow(await world.idOf('Network'));
  const wider = {
    id: network?.id,
    version: network?.version,
    assigned_group: [await world.idOf('Far hospital')],
  };
  expect(codeOf(await world.ask('distributer', 'PUT', 'user/usergroup', wider))).toEqual([
    406,
    'group/own-scope',
  ]);
  const carrier = await world.made({ type: 'logistics' }, 'distributer');
  const beyond = { ...carrier, assigned_group: [await world.idOf('Far hospital')] };
  expect(codeOf(await world.ask('distributer', 'PUT', 'user/usergroup', beyond))).toEqual([
    422,
    'group/reference',
  ]);
  const within = { ...carrier, assigned_group: [await world.idOf('Hospital')] };
  expect((await world.ask('distributer', 'PUT', 'user/usergroup', within)).status).toBe(200);
  const above = await world.ask('distributer', 'POST', 'user/usergroup', world.facts({ type: 'admin' }));
  expect(codeOf(above)).toEqual([406, 'group/field-not-yours']);
});

test('users without further rights get only names', async () => {
  const seen = await world.ask('carrier', 'GET', `user/usergroup/${String(await world.idOf('Hospital'))}`);
  expect(seen.body).toMatchObject({
    name: 'Hospital',
    register_code: null,
    address: null,
    administration: null,
  });
  const picked = await world.ask('carrier', 'GET', 'user/usergroups?q=hosp');
  expect(listed.parse(picked.body).items.map(({ name }) => name)).toEqual(['Hospital']);
});

test('a session ends after the minutes of its institution', async () => {
  const row = await world.groupRow(await world.idOf('Neighbour'));
  const body = { id: row?.id, version: row?.version, idle_minutes: 7 };
  expect((await world.ask('admin', 'PUT', 'user/usergroup', body)).status).toBe(200);
  expect((await world.ask('neighbour doctor', 'GET', 'user/me')).body).toMatchObject({
    session_idle_seconds: 420,
  });
});

test('a spreadsheet contains the list', async () => {
  const answer = await world.call('user/usergroups/export?type=tech_center', world.person('admin').token);
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
});

test('an institution out of scope gets the same answer as a missing one, and its own users see its facts', async () => {
  const seen = await world.ask('doctor', 'GET', `user/usergroup/${String(await world.idOf('Hospital'))}`);
  expect(seen.body).toMatchObject({
    tech_center: { name: 'Center' },
    turnaround_hours: { normal: 72, urgent: 24 },
    administration: null,
  });
  const bare = ({ status, body }: { status: number; body: unknown }) => [
    status,
    JSON.stringify(body).replace(/"request_id":"[^"]*"/, ''),
  ];
  const far = await world.idOf('Far hospital');
  for (const path of ['', '/history', '/obstacles', '/center-change?tech_center_id=1']) {
    for (const who of ['doctor', 'manager', 'center', 'distributer']) {
      const outside = await world.ask(who, 'GET', `user/usergroup/${String(far)}${path}`);
      const nowhere = await world.ask(who, 'GET', `user/usergroup/999999${path}`);
      expect([path, who, bare(outside)]).toEqual([path, who, bare(nowhere)]);
      expect([403, 404]).toContain(outside.status);
    }
  }
});
