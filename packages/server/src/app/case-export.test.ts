/** The patch list as a spreadsheet: who may have it, what stands in it, and what is masked. */
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { beforeAll, expect, test } from 'vitest';
import { tenants } from './test-tenants.ts';

let world: Awaited<ReturnType<typeof tenants>>;

beforeAll(async () => {
  world = await tenants();
  await world.caseIn('start');
  await world.caseIn('complete');
});

/** The text of every cell. */
async function cellsOf(bytes: Uint8Array): Promise<string> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  const texts: string[] = [];
  for (const entry of await zip.getEntries()) {
    if (entry.directory || !/sheet1|sharedStrings/.test(entry.filename)) continue;
    texts.push(new TextDecoder().decode(await entry.getData(new Uint8ArrayWriter())));
  }
  return texts.join('\n');
}

const exported = (who: string, query: string): Promise<Response> =>
  world.call(`case/export?${query}`, world.person(who).token);

async function sheetOf(who: string, query: string): Promise<string> {
  const answer = await exported(who, query);
  expect([who, answer.status]).toEqual([who, 200]);
  expect(answer.headers.get('content-disposition')).toMatch(/patches-\d{4}-\d\d-\d\d\.xlsx/);
  return cellsOf(new Uint8Array(await answer.arrayBuffer()));
}

test('the patch list leaves as a spreadsheet with the rows that its filters hold', async () => {
  const sheet = await sheetOf('chief', 'hn_id=HNT000001');
  for (const cell of ['HN ID', 'Report due', 'HNT000001', '田中', 'Hospital']) expect(sheet).toContain(cell);
  expect(sheet).not.toContain('HNT000002');
  expect(await sheetOf('chief', 'hn_id=HNT000002')).toContain('HNT000002');
});

test('what a role sees masked leaves masked, and nothing leaves the scope', async () => {
  const masked = await sheetOf('distributer', 'hn_id=HNT000001');
  expect(masked).toContain('HNT000001');
  expect(masked).not.toContain('田中');
  expect(await sheetOf('far chief', 'hn_id=HNT000001')).not.toContain('HNT000001');
});

test('who has no spreadsheet is refused, and a period under 62 days is asked for', async () => {
  for (const who of ['technician', 'carrier'])
    expect((await exported(who, 'hn_id=HNT000001')).status).toBe(403);
  expect((await exported('chief', 'view=all')).status).toBe(422);
  expect((await exported('chief', 'view=all&from_time=2026-01-01&to_time=2026-03-31')).status).toBe(422);
});
