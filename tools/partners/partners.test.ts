/**
 * Runs a real server with the demo's people and its partners: an order becomes a case, its recording is read and
 * completed, and the result reaches every partner.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { routes } from '@rhythmdesk/contract/routes';
import { cheapHashes } from '@rhythmdesk/server/features/people/test-hashes';
import { analyses } from '@rhythmdesk/server/platform/db/schema/analysis';
import { cases } from '@rhythmdesk/server/platform/db/schema/cases';
import { partners as partnerRows } from '@rhythmdesk/server/platform/db/schema/partners';
import { testDatabaseOfOwner, type TestDatabase } from '@rhythmdesk/server/platform/db/test-database';
import { startProcess, type ServerProcess } from '@rhythmdesk/server/testing/test-process';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPeople } from '../demo/demo-callers.ts';
import { demoPassword } from '../demo/demo-people.ts';
import { until } from '../faults/until.ts';
import { freePort } from '@rhythmdesk/server/platform/test-ports';
import { openPartners, type DemoPartners, type PartnerOptions } from './open-partners.ts';
import { partnerSettings } from './partner-settings.ts';
import type { PartnerEntry } from './partner-log.ts';

let database: TestDatabase;
let folder: string;
let server: ServerProcess;
let options: PartnerOptions;
let partners: DemoPartners;
let ids: ReadonlyMap<string, number>;

beforeAll(async () => {
  database = await testDatabaseOfOwner();
  folder = await mkdtemp(path.join(tmpdir(), 'partners-'));
  const world = await addPeople(database.db, await cheapHashes().make(demoPassword));
  ids = new Map([...world.callers].map(([user_id, { id }]) => [user_id, id]));
  const [port, hl7_port] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${String(port)}`;
  server = await startProcess(database, folder, {
    ...partnerSettings(hl7_port),
    ...{ PORT: String(port), PUBLIC_URL: origin, SESSIONS_PER_USER: '100', DISK_FLOOR_BYTES: '0' },
  });
  options = { origin, hl7_port, page_port: 0, recording_seconds: 60 };
  partners = await openPartners(options);
  expect((await post('/order')).status).toBe(502);
  await partners.register();
});
afterAll(async () => {
  await partners.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const entriesOf = (partner: string): PartnerEntry[] =>
  partners.log.after(0).filter((entry) => entry.partner === partner);

async function signIn(user_id: string) {
  const call = async (where: string, token: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(`${options.origin}/api/v1/${where}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${where}: ${await answer.text()}`);
    return answer.json();
  };
  const { token } = routes.login.output.parse(
    await call('auth/login', '', { user_id, password: demoPassword }),
  );
  return (where: string, body: object) => call(where, token, body);
}

async function caseOf(hn_id: string) {
  const [row] = await database.db.select().from(cases).where(eq(cases.hn_id, hn_id));
  if (row === undefined) throw new Error(`no case ${hn_id}`);
  return row;
}

async function completeCase(hn_id: string): Promise<void> {
  const [technician, chief] = [await signIn('demotechnician'), await signIn('demochief')];
  const steps = [
    ...([
      ['assign-to-me', technician],
      ['start', technician],
      ['adopt-report', technician],
    ] as const),
    ...([
      ['review-request', technician],
      ['request-verification', technician],
    ] as const),
    ...([
      ['verify', chief],
      ['complete', technician],
    ] as const),
  ];
  for (const [step, act] of steps) {
    const { case_id, version } = await caseOf(hn_id);
    await act(`case/case/${String(case_id)}/${step}`, {
      version,
      ...(step === 'request-verification' && { confirmer_id: ids.get('demochief') }),
      ...((step === 'verify' || step === 'complete') && { password: demoPassword }),
      ...(step === 'verify' && { open_words: 'A device’s report was adopted.' }),
    });
  }
}

const post = (where: string) => fetch(`${partners.address}${where}`, { method: 'POST' });

test('an order of the page becomes a case, and its signed result reaches every partner', async () => {
  expect((await post('/order')).status).toBe(200);
  const [order] = entriesOf('orders');
  const hn_id = order?.ordered ?? '';
  expect(await caseOf(hn_id)).toMatchObject({ status: 'ready' });
  expect((await post(`/recording/${hn_id}`)).status).toBe(200);
  await until('the reading is requested', async () => (await caseOf(hn_id)).status === 'request');
  const { case_id } = await caseOf(hn_id);
  await until('the recording is analysed', async () => {
    const done = await database.db.select().from(analyses).where(eq(analyses.case_id, case_id));
    return done.some(({ state }) => state === 'done');
  });
  await completeCase(hn_id);
  await until('every partner has the result', () =>
    ['results', 'fhir'].every((partner) => entriesOf(partner).length > 0),
  );
  expect(entriesOf('webhooks').map(({ title }) => title)).toEqual([
    `case.requested ${hn_id}`,
    `report.released ${hn_id}`,
  ]);
  expect(entriesOf('results')[0]?.title).toMatch(new RegExp(`^result of ${hn_id}: \\d+ OBX$`));
  expect(entriesOf('fhir')[0]?.title).toMatch(
    new RegExp(`^DiagnosticReport ${String(case_id)} final, \\d+ Observations$`),
  );
  const raw = await fetch(`${partners.address}/entries/${String(entriesOf('results')[0]?.id)}`);
  expect(await raw.text()).toContain(`|${hn_id}^RHYTHMDESK|`);
});

test('the page names the demo, shows each entry once it exists, and refuses forms of other pages', async () => {
  const page = await fetch(partners.address);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain(options.origin);
  const stop = new AbortController();
  const entries = await fetch(`${partners.address}/entries`, { signal: stop.signal });
  const reader = entries.body?.pipeThrough(new TextDecoderStream()).getReader();
  partners.log.add('orders', 'a new entry', 'content');
  let text = '';
  while (!text.includes('a new entry')) text += (await reader?.read())?.value ?? '';
  stop.abort();
  const foreign = { method: 'POST', headers: { origin: 'http://other.example' } };
  expect((await fetch(`${partners.address}/order`, foreign)).status).toBe(403);
  expect((await fetch(`${partners.address}/entries/999`)).status).toBe(404);
});

test('a message with a wrong signature is refused', async () => {
  const answer = await fetch(`${partners.address}/events`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(401);
});

test('a new start changes the partners of an earlier one', async () => {
  await partners.close();
  partners = await openPartners(options);
  await partners.register();
  expect((await post('/order')).status).toBe(200);
  expect(entriesOf('orders')[0]?.ordered).not.toBeNull();
  const rows = await database.db.select().from(partnerRows);
  expect(rows.map(({ channel }) => channel).toSorted()).toEqual(['hl7', 'webhook']);
});
