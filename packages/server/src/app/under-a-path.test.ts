/**
 * Tests the whole server under a path of its host: it answers whether the proxy passes the path on or removes it, and
 * every address that it gives out contains the path.
 */
import { healthLinkRoutes } from '@rhythmdesk/contract/health-links';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { users } from '../platform/db/schema/people.ts';
import { outboxFolder, readOutbox } from '../platform/mail/outbox.ts';
import { mailedUser, mailUser } from '../records/people/mail-user.ts';
import { bundle, fhirReader } from '../testing/test-fhir.ts';
import { metadataHeader, tusHeaders } from '../testing/test-uploads.ts';
import { tenantsOf } from '../testing/test-two-centers.ts';
import { testWeb } from '../testing/test-web.ts';
import { takeMails } from '../features/people/test-mails.ts';
import { messageHandlers } from './jobs.ts';

const base = '/rhythmdesk';
const site = `https://apps.hospital.example${base}`;

let world: Awaited<ReturnType<typeof tenantsOf>>;

beforeAll(async () => {
  world = await tenantsOf(await testWeb({ PUBLIC_URL: `${site}/` }));
});

const get = async (path: string) => {
  const answer = await fetch(world.address + path, { redirect: 'manual' });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

test.each([base, ''])('the server answers below "%s"', async (before) => {
  const statuses = async (paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await get(before + path)).status));
  expect(await statuses(['/healthz', '/readyz', '/api/v1/docs', '/fhir/R4/metadata'])).toEqual([
    200, 200, 200, 200,
  ]);
  expect(await statuses(['/api/v1/user/me', '/fhir/R4/Patient', '/shl/none'])).toEqual([401, 401, 404]);
});

test('only the whole path counts, and only once', async () => {
  for (const path of [`${base}s/healthz`, `${base}${base}/healthz`, '/RHYTHMDESK/healthz', '/x/healthz'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

test('a user signs in, and reads as the proxy asks', async () => {
  const body = JSON.stringify({ user_id: 'doctor', password: world.password });
  const answer = await fetch(`${world.address}${base}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const shape = z.object({ token: z.string() });
  expect(answer.status).toBe(200);
  const { token } = shape.parse(await answer.json());
  const me = await fetch(`${world.address}${base}/api/v1/user/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(me.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('the description of the API names the path, and its page leads to the calls', async () => {
  const description = z.object({ servers: z.array(z.object({ url: z.string() })) });
  const { servers } = description.parse(JSON.parse((await get(`${base}/api/v1/openapi.json`)).text));
  expect(servers).toEqual([{ url: base }]);
  expect((await get(`${base}/api/v1/docs`)).text).toContain(`href="${base}/try-api"`);
});

test('an upload continues at an address with the path', async () => {
  const begun = await fetch(`${world.address}/api/v1/upload/files`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.person('doctor').token}`,
      ...tusHeaders,
      'upload-length': '10',
      'upload-metadata': metadataHeader({ filename: 'a.zip', hn_id: 'HN007777' }),
    },
  });
  const location = begun.headers.get('location') ?? '';
  expect([begun.status, location.startsWith(`${base}/api/v1/upload/files/`)]).toEqual([201, true]);
  const headers = { ...tusHeaders, 'upload-capability': begun.headers.get('upload-capability') ?? '' };
  for (const at of [location, location.slice(base.length)])
    expect((await fetch(world.address + at, { method: 'HEAD', headers })).status).toBe(200);
});

test('FHIR names its own address, its token endpoint and its further pages with the path', async () => {
  const fhir = fhirReader(`${world.address}${base}`);
  const { token } = world.person('doctor');
  await world.caseIn('complete');
  expect((await fhir('metadata', null)).body).toMatchObject({ implementation: { url: `${site}/fhir/R4/` } });
  expect((await fhir('.well-known/smart-configuration', null)).body).toMatchObject({
    token_endpoint: `${site}/fhir/R4/token`,
  });
  const page = bundle.parse((await fhir('Organization?_count=1', token)).body);
  const next = page.link?.find(({ relation }) => relation === 'next')?.url ?? '';
  expect(next.startsWith(`${site}/fhir/R4/Organization?`)).toBe(true);
  expect(page.entry?.[0]?.fullUrl?.startsWith(`${site}/fhir/R4/Organization/`)).toBe(true);
  const second = await fhir(next.slice(`${site}/fhir/R4/`.length), token);
  expect([second.status, bundle.parse(second.body).entry?.length]).toEqual([200, 1]);
});

test('the link for a patient leads to the path, in its address and inside', async () => {
  const case_id = await world.caseIn('complete');
  const answer = await world.call(`case/case/${String(case_id)}/health-links`, world.person('doctor').token, {
    method: 'POST',
    body: { days: 7, origin: 'https://apps.hospital.example' },
  });
  const { link } = healthLinkRoutes.createHealthLink.output.parse(await answer.json());
  const [page, coded = ''] = link.split('#shlink:/');
  const payload = z.object({ url: z.string() }).parse(JSON.parse(Buffer.from(coded, 'base64url').toString()));
  expect([page, payload.url.startsWith(`${site}/shl/`)]).toEqual([`${site}/health-link`, true]);
});

test('the link of a mail leads to the path', async () => {
  const email = 'doctor@hospital.example';
  const { id } = world.person('doctor');
  await world.db.update(users).set({ email }).where(eq(users.id, id));
  const parameters = { user_name: 'Name', user_id: 'doctor', group_name: 'Hospital' };
  await world.db.transaction(async (tx) => {
    const user = await mailedUser(tx, id);
    if (user === null) throw new Error('no user');
    await mailUser(tx, user, { code: 'account-made', parameters });
  });
  const context = { log: world.platform.log, signal: new AbortController().signal };
  const send = messageHandlers(world.platform)['send-mail'];
  for (const queued of await takeMails(world.db))
    await send(queued, { ...context, attempt: 1, is_last_attempt: false });
  const mails = await readOutbox(outboxFolder(world.platform.config.DATA_DIR), 10);
  expect(mails.map(({ text }) => text).join('')).toContain(`${site}/find-password`);
});
