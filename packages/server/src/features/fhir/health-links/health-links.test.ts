/** Tests links to a patient's own results: what they open, for how long, and who makes and ends them. */
import { healthLinkRoutes, type MadeHealthLink } from '@rhythmdesk/contract/health-links';
import { eq } from 'drizzle-orm';
import { compactDecrypt } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { cases } from '../../../platform/db/schema/cases.ts';
import { healthLinks } from '../../../platform/db/schema/health-links.ts';
import { testDatabase } from '../../../platform/db/test-database.ts';
import { refusalCode } from '../../../testing/test-reading.ts';
import { erasePatientOf } from '../../../testing/test-erased.ts';
import { reportedCase } from '../../../testing/test-reported.ts';
import { tenantsOf } from '../../../testing/test-two-centers.ts';
import { startWebPart } from '../../../testing/test-web-part.ts';

const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
const origin = 'https://ecg.example';

let world: Awaited<ReturnType<typeof tenantsOf>>;
beforeAll(async () => {
  world = await tenantsOf(await startWebPart(await testDatabase()));
});

const pathOf = (case_id: number): string => `case/case/${String(case_id)}/health-links`;
const ask = (case_id: number, name: string, body: object): Promise<Response> =>
  world.call(pathOf(case_id), world.person(name).token, { method: 'POST', body });

async function make(case_id: number, days = 7): Promise<MadeHealthLink> {
  const answer = await ask(case_id, 'doctor', { days, origin });
  expect(answer.status).toBe(201);
  return healthLinkRoutes.createHealthLink.output.parse(await answer.json());
}

const list = async (case_id: number) =>
  healthLinkRoutes.healthLinks.output.parse(
    await (await world.call(pathOf(case_id), world.person('doctor').token)).json(),
  ).items;

const payloadShape = z.strictObject({
  url: z.string(),
  key: z.string(),
  exp: z.number(),
  flag: z.literal('P'),
  label: z.string(),
  v: z.literal(1),
});

/** Reads a link as a viewer does. */
function payloadOf(link: string) {
  const [page, coded = ''] = link.split('#shlink:/');
  expect(page).toBe(`${origin}/health-link`);
  return payloadShape.parse(JSON.parse(Buffer.from(coded, 'base64url').toString()));
}

/** The link names the public address; the test server has another. */
const here = (url: string): string => url.replace(origin, world.address);

const open = (link: string, request: object): Promise<Response> =>
  fetch(here(payloadOf(link).url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ recipient: 'A viewer', ...request }),
  });

const manifestShape = z.object({
  files: z.tuple([z.object({ contentType: z.literal('application/fhir+json'), embedded: z.string() })]),
});
const bundleShape = z.object({
  type: z.literal('collection'),
  entry: z.array(z.object({ resource: z.looseObject({ resourceType: z.string() }) })),
});

async function contentOf({ link, passcode }: MadeHealthLink) {
  const answer = await open(link, { passcode });
  expect(answer.status).toBe(200);
  const [{ embedded }] = manifestShape.parse(await answer.json()).files;
  const { plaintext, protectedHeader } = await compactDecrypt(
    embedded,
    Buffer.from(payloadOf(link).key, 'base64url'),
  );
  expect(protectedHeader).toEqual({ alg: 'dir', enc: 'A256GCM', cty: 'application/fhir+json' });
  return bundleShape.parse(JSON.parse(new TextDecoder().decode(plaintext)));
}

test('a patient opens the report with link and passcode; the hospital sees that it was opened', async () => {
  const case_id = await reportedCase(world, pdf);
  await world.db.update(cases).set({ patient_last_name: '김' }).where(eq(cases.case_id, case_id));
  const made = await make(case_id);
  const { entry } = await contentOf(made);
  const of = (kind: string) => entry.filter(({ resource }) => resource.resourceType === kind);
  expect(JSON.stringify(of('Patient'))).toContain('김');
  const report = z
    .looseObject({ presentedForm: z.tuple([z.object({ data: z.string(), url: z.undefined().optional() })]) })
    .parse(of('DiagnosticReport')[0]?.resource);
  expect(Buffer.from(report.presentedForm[0].data, 'base64').equals(pdf)).toBe(true);
  expect(await list(case_id)).toMatchObject([{ state: 'open', opened_count: 1 }]);
});

test('the database has neither the secret nor the key nor the passcode', async () => {
  const case_id = await reportedCase(world, pdf);
  const { link, passcode, health_link_id } = await make(case_id);
  const [row] = await world.db
    .select()
    .from(healthLinks)
    .where(eq(healthLinks.health_link_id, health_link_id));
  const { url, key } = payloadOf(link);
  const stored = JSON.stringify({ ...row, token_hash: row?.token_hash?.toString('base64url') });
  for (const secret of [url.split('/').at(-1) ?? '', key, passcode]) expect(stored).not.toContain(secret);
});

test('wrong passcodes are counted, and the tenth ends the link', async () => {
  const case_id = await reportedCase(world, pdf);
  const made = await make(case_id);
  for (let left = 9; left >= 0; left -= 1) {
    const answer = await open(made.link, left % 2 === 0 ? {} : { passcode: 'x' });
    expect([answer.status, await answer.json()]).toEqual([401, { remainingAttempts: left }]);
  }
  expect((await open(made.link, { passcode: made.passcode })).status).toBe(404);
  expect(await list(case_id)).toMatchObject([{ state: 'guessed', opened_count: 0 }]);
});

test('a revoked, expired or unknown link is not found', async () => {
  const case_id = await reportedCase(world, pdf);
  const [revoked, expired] = [await make(case_id), await make(case_id)];
  const end = await world.call(
    `${pathOf(case_id)}/${String(revoked.health_link_id)}`,
    world.person('doctor').token,
    { method: 'DELETE' },
  );
  expect(end.status).toBe(200);
  await world.db
    .update(healthLinks)
    .set({ expires_at: new Date(0) })
    .where(eq(healthLinks.health_link_id, expired.health_link_id));
  for (const { link, passcode } of [revoked, expired])
    expect((await open(link, { passcode })).status).toBe(404);
  const unknown = await fetch(`${world.address}/shl/${'x'.repeat(43)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"recipient":"A viewer"}',
  });
  expect(unknown.status).toBe(404);
  expect((await list(case_id)).map(({ state }) => state)).toEqual(['expired', 'revoked']);
});

test('the erasure of the patient removes the links, and no new one is made', async () => {
  const case_id = await reportedCase(world, pdf);
  const made = await make(case_id);
  await erasePatientOf(world.db, case_id, world.person('admin').id);
  expect((await open(made.link, { passcode: made.passcode })).status).toBe(404);
  const refused = await ask(case_id, 'doctor', { days: 7, origin });
  expect(refusalCode.parse(await refused.json()).code).toBe('patient/erased');
  const late = world.db.insert(healthLinks).values({
    ...{ case_id, created_by: world.person('doctor').id },
    ...{ created_at: new Date(), expires_at: new Date() },
  });
  await expect(late).rejects.toMatchObject({ cause: { code: 'RD002' } });
});

test('pages of other makers may read a link', async () => {
  const case_id = await reportedCase(world, pdf);
  const { link, passcode } = await make(case_id);
  const asked = await fetch(here(payloadOf(link).url), {
    method: 'OPTIONS',
    headers: { origin: 'https://viewer.example', 'access-control-request-method': 'POST' },
  });
  const answered = await open(link, { passcode, laterField: 1 });
  for (const { headers } of [asked, answered]) expect(headers.get('access-control-allow-origin')).toBe('*');
  expect([asked.status, answered.status]).toEqual([204, 200]);
});

test('an installation that knows its address names a place for content that is longer than the viewer takes', async () => {
  const known = await tenantsOf(await startWebPart(await testDatabase(), { PUBLIC_URL: origin }));
  const case_id = await reportedCase(known, pdf);
  const body = { days: 30, origin: 'https://other.example' };
  const answer = await known.call(pathOf(case_id), known.person('doctor').token, { method: 'POST', body });
  const made = healthLinkRoutes.createHealthLink.output.parse(await answer.json());
  const { url, key } = payloadOf(made.link);
  const at = (address: string): string => address.replace(origin, known.address);
  const opened = await fetch(at(url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ recipient: 'A viewer', passcode: made.passcode, embeddedLengthMax: 10 }),
  });
  const { files } = z
    .object({ files: z.tuple([z.strictObject({ contentType: z.string(), location: z.string() })]) })
    .parse(await opened.json());
  const place = at(files[0].location);
  const content = await fetch(place);
  expect([content.status, content.headers.get('content-type')]).toEqual([200, 'application/jose']);
  await compactDecrypt(await content.text(), Buffer.from(key, 'base64url'));
  const later = place.replace(
    /\/(\d+)\/([^/]+)$/,
    (_whole, until: string, ticket: string) => `/${String(Number(until) + 60)}/${ticket}`,
  );
  expect((await fetch(later)).status).toBe(404);
});

test('only who deals with the patient makes links, and only of a released report', async () => {
  const released = await reportedCase(world, pdf);
  const inReview = await reportedCase(world, pdf, 'review');
  for (const { name } of world.people.values()) {
    const answer = await ask(released, name, { days: 7, origin });
    const isOurs = ['doctor', 'manager'].includes(name);
    if (isOurs) expect([name, answer.status]).toEqual([name, 201]);
    else expect(answer.status).toBeGreaterThanOrEqual(400);
  }
  const early = await ask(inReview, 'doctor', { days: 7, origin });
  expect(refusalCode.parse(await early.json()).code).toBe('report/none');
});

test('a case has five open links at most', async () => {
  const case_id = await reportedCase(world, pdf);
  for (let made = 0; made < 5; made += 1) await make(case_id);
  const refused = await ask(case_id, 'doctor', { days: 7, origin });
  expect(refusalCode.parse(await refused.json()).code).toBe('report/links-spent');
});
