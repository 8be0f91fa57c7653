/** Tests the patch list as a spreadsheet: who may export it, its contents, and what is masked. */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { cases } from '../../platform/db/schema/cases.ts';
import { linesOfAnswer } from '../../platform/spreadsheet/test-read-sheet.ts';
import { tenants } from '../../testing/test-tenants.ts';

let world: Awaited<ReturnType<typeof tenants>>;

beforeAll(async () => {
  world = await tenants();
  await world.caseIn('start');
  await world.caseIn('complete');
});

const exported = (who: string, query: string): Promise<Response> =>
  world.call(`case/export?${query}`, world.person(who).token);

async function sheetOf(who: string, query: string): Promise<string> {
  const answer = await exported(who, query);
  expect([who, answer.status]).toEqual([who, 200]);
  expect(answer.headers.get('content-disposition')).toMatch(/patches-\d{4}-\d\d-\d\d\.xlsx/);
  return JSON.stringify(await linesOfAnswer(answer));
}

test('the patch list is exported as a spreadsheet with the rows of its filters', async () => {
  const sheet = await sheetOf('chief', 'hn_id=HNT000001');
  for (const cell of ['HN ID', 'Report due', 'HNT000001', '田中', 'Hospital']) expect(sheet).toContain(cell);
  expect(sheet).not.toContain('HNT000002');
  expect(await sheetOf('chief', 'hn_id=HNT000002')).toContain('HNT000002');
});

test('codes are words of the user’s language', async () => {
  const { token } = world.person('chief');
  // Today may already be tomorrow in the zone of the chief's center.
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const period = `from_time=${dayIn(-7)}&to_time=${dayIn(1)}`;
  const language = async (tag: string) => {
    const answer = await world.call(`case/export?view=all&${period}`, token, {
      headers: { 'accept-language': tag },
    });
    return JSON.stringify(await linesOfAnswer(answer));
  };
  const [en, ja] = [await language('en'), await language('ja')];
  for (const word of ['In analysis', 'Completed', 'Normal', 'Female']) expect(en).toContain(`"${word}"`);
  for (const word of ['解析中', '完了', '通常', '女性']) expect(ja).toContain(`"${word}"`);
  for (const code of ['start', 'complete', 'normal', 'female']) expect(en + ja).not.toContain(`"${code}"`);
});

test('fields that a role sees masked are exported masked, and nothing outside the scope is exported', async () => {
  const masked = await sheetOf('distributer', 'hn_id=HNT000001');
  expect(masked).toContain('HNT000001');
  expect(masked).not.toContain('田中');
  expect(await sheetOf('far chief', 'hn_id=HNT000001')).not.toContain('HNT000001');
});

test('a role without exports is refused, and a period under 62 days is required', async () => {
  for (const who of ['technician', 'carrier'])
    expect((await exported(who, 'hn_id=HNT000001')).status).toBe(403);
  expect((await exported('chief', 'view=all')).status).toBe(422);
  expect((await exported('chief', 'view=all&from_time=2026-01-01&to_time=2026-03-31')).status).toBe(422);
});

test('times are date cells in the zone of the caller’s institution, lengths are numbers', async () => {
  await world.db
    .update(cases)
    .set({
      requested_date: new Date('2026-07-01T15:30:05Z'),
      recording_seconds: 90_000,
      patient_last_name: '=1+1',
    })
    .where(eq(cases.hn_id, 'HNT000001'));
  const [head = [], row = []] = await linesOfAnswer(await exported('chief', 'hn_id=HNT000001'));
  const cell = (name: string): unknown => row[head.indexOf(name)];
  expect(cell('Requested (Asia/Seoul)')).toEqual(new Date('2026-07-02T00:30:05Z'));
  expect(cell('Length (h)')).toBe(25);
  expect(String(cell('Patient name'))).toMatch(/^=1\+1/);
});
