/** Tests a patient's consent over HTTP: at the bedside, by link, on paper; withdrawal; and who may not do it. */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { consentVersion } from '@rhythmdesk/domain/agreement/consent-text';
import { makeConsentDocument } from './consent-document.ts';
import { deliverTextMessage } from '../../platform/text-messages/deliver-text-message.ts';
import { agreementFiles, agreements, consentLinks } from '../../platform/db/schema/agreements.ts';
import { caseFiles, cases } from '../../platform/db/schema/cases.ts';
import { partnerMessages } from '../../platform/db/schema/partners.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { jobs, type JobName } from '../../platform/jobs/job-names.ts';
import { tenants } from '../../testing/test-tenants.ts';
import type { Person } from '../../testing/test-two-centers.ts';

let world: Awaited<ReturnType<typeof tenants>>;
beforeAll(async () => {
  world = await tenants();
});

type Way = 'NONE' | 'PAPER' | 'SCREEN' | 'MOBILE';

async function askFor(agree_type: Way): Promise<void> {
  await world.db.update(userGroups).set({ agree_type }).where(eq(userGroups.name, 'Hospital'));
}

/** Creates a ready case; its institution starts to require a consent after that. */
async function caseAsking(agree_type: Way): Promise<number> {
  const case_id = await world.caseIn('ready');
  await world.db.update(cases).set({ patient_first_name: '花子' }).where(eq(cases.case_id, case_id));
  await askFor(agree_type);
  return case_id;
}

const patient = { name: '田中 花子', birthday: '1954-03-12', patient_id: '1', patient_phone_number: '' };
const signature = [
  [
    [10, 20],
    [400, 90],
  ],
  [[500, 10]],
];
const signed = { language: 'ja', text_version: consentVersion, signature };

const post = (path: string, who: Person | null, body: unknown) =>
  world.call(path, who?.token ?? null, { method: 'POST', body });
const codeOf = async (answer: Response): Promise<string> =>
  z.object({ code: z.string() }).parse(await answer.json()).code;
const give = (case_id: number, more: object, who = world.person('doctor')) =>
  post('user/patient/agreement', who, { ...patient, case_id, agree_type: 'SCREEN', ...signed, ...more });
const stateShape = z.object({
  version: z.number(),
  may_withdraw: z.boolean(),
  unprintable: z.array(z.string()),
  agreement: z
    .object({ file_id: z.number().nullable(), witnessed_by: z.string().nullable() })
    .loose()
    .nullable(),
  link: z.object({ state: z.string(), phone_end: z.string() }).loose().nullable(),
});
const read = async (case_id: number, who = world.person('doctor')) =>
  stateShape.parse(
    await (await world.call(`user/patient/agreement?case_id=${String(case_id)}`, who.token)).json(),
  );

/** Takes the payloads of the waiting jobs with this name out of the queue. */
async function takeJobs(name: JobName): Promise<unknown[]> {
  const found = await world.pool.query(
    `delete from graphile_worker._private_jobs p using graphile_worker.jobs j
     where j.id = p.id and j.task_identifier = $1 returning p.payload`,
    [name],
  );
  return z
    .array(z.object({ payload: z.unknown() }))
    .parse(found.rows)
    .map(({ payload }) => payload);
}

test('a case cannot be requested before the consent that its institution requires', async () => {
  const case_id = await caseAsking('SCREEN');
  const refused = await world.act(case_id, 'request', world.person('doctor'));
  expect([refused.status, await codeOf(refused)]).toEqual([406, 'case/no-agreement']);
  expect((await give(case_id, {})).status).toBe(200);
  const state = await read(case_id);
  expect(state).toMatchObject({ may_withdraw: true, agreement: { language: 'ja', file_id: null } });
  expect(state.agreement?.witnessed_by).toBe('Name of doctor');
  expect((await world.act(case_id, 'request', world.person('doctor'))).status).toBe(200);
  expect(await codeOf(await give(case_id, {}))).toBe('agreement/given-already');
});

test('an unknown patient, and one of another hospital, is not found', async () => {
  const case_id = await caseAsking('SCREEN');
  const wrong = [
    { name: '田中 太郎' },
    { birthday: '1954-03-13' },
    { patient_id: '2' },
    { case_id: 999_999 },
  ];
  for (const more of wrong) expect([more, (await give(case_id, more)).status]).toEqual([more, 404]);
  expect((await give(case_id, {}, world.person('far doctor'))).status).toBe(404);
  expect((await give(case_id, {}, world.person('technician'))).status).toBe(403);
  expect(await read(case_id)).toMatchObject({ agreement: null });
  const without = { ...patient, agree_type: 'SCREEN', ...signed };
  const newest = await post('user/patient/agreement', world.person('doctor'), without);
  expect(await newest.json()).toMatchObject({ case_id });
});

test('a consent without its signature or to another text is refused, and nothing is stored', async () => {
  const case_id = await caseAsking('SCREEN');
  const unsigned = await give(case_id, { signature: undefined });
  expect(unsigned.status).toBe(422);
  expect(await unsigned.json()).toMatchObject({ fields: { signature: 'refusal.input.field-missing' } });
  expect(await codeOf(await give(case_id, { text_version: '2020-01' }))).toBe('agreement/words-changed');
  expect(await codeOf(await give(case_id, { agree_type: 'PAPER' }))).toBe('agreement/method');
  const tooMany = Array.from({ length: 5 }, () => Array.from({ length: 1000 }, () => [1, 1]));
  expect((await give(case_id, { signature: tooMany })).status).toBe(422);
  expect(await world.db.$count(agreements, eq(agreements.case_id, case_id))).toBe(0);
});

test('a typed name that cannot be printed is refused, a drawn signature is not', async () => {
  const case_id = await caseAsking('SCREEN');
  const typed = await give(case_id, { signature: undefined, signed_name: '花子 🌸' });
  expect([typed.status, await typed.json()]).toMatchObject([
    406,
    { code: 'agreement/name-unprintable', fields: { signed_name: '🌸' } },
  ]);
  expect(await world.db.$count(agreements, eq(agreements.case_id, case_id))).toBe(0);
  expect((await give(case_id, {})).status).toBe(200);
});

test('before a consent is taken, the page knows which characters its document cannot print', async () => {
  const case_id = await caseAsking('SCREEN');
  expect(await read(case_id)).toMatchObject({ unprintable: [] });
  const name = { patient_first_name: 'ሀና🌸' };
  await world.db.update(cases).set(name).where(eq(cases.case_id, case_id));
  expect(await read(case_id)).toMatchObject({ unprintable: ['ሀ', 'ና', '🌸'] });
});

test('the specification’s payload alone is a consent to the current text, signed with the typed name', async () => {
  const case_id = await caseAsking('SCREEN');
  const body = { ...patient, agree_type: 'SCREEN' };
  const given = await post('user/patient/agreement', world.person('doctor'), body);
  expect(await given.json()).toMatchObject({ case_id });
  expect((await read(case_id)).agreement).toMatchObject({
    agree_type: 'SCREEN',
    language: 'en',
    signed_name: patient.name,
    witnessed_by: 'Name of doctor',
  });
});

test('the document of a consent is among the files of the hospital only, once', async () => {
  const case_id = await caseAsking('SCREEN');
  await takeJobs('make-consent-document');
  await give(case_id, { signed_name: '田中 花子', signature: undefined, language: 'ko' });
  const [queuedJob] = await takeJobs('make-consent-document');
  const wanted = jobs['make-consent-document'].payload.parse(queuedJob);
  await makeConsentDocument(world.platform, wanted);
  await makeConsentDocument(world.platform, wanted);
  expect(await world.db.$count(agreementFiles, eq(agreementFiles.agreement_id, wanted.agreement_id))).toBe(1);
  expect(await world.db.$count(caseFiles, eq(caseFiles.kind, 'consent'))).toBe(1);
  const { agreement } = await read(case_id);
  const path = `case/file/${String(agreement?.file_id)}`;
  const answer = await world.call(path, world.person('doctor').token);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  expect(bytes.includes('pdfaid')).toBe(true);
  for (const name of ['technician', 'chief']) {
    expect([name, (await world.call(path, world.person(name).token)).status]).toEqual([name, 406]);
  }
});

async function sendLink(case_id: number): Promise<string> {
  await takeJobs('send-text-message');
  const body = { ...patient, case_id, agree_type: 'MOBILE', patient_phone_number: '010-1234-5678' };
  const answered = await post('user/patient/request', world.person('doctor'), { ...body, language: 'ja' });
  expect(answered.status).toBe(200);
  const [message] = await takeJobs('send-text-message');
  const queued = jobs['send-text-message'].payload.parse(message);
  expect(JSON.stringify(queued)).not.toMatch(/田中|花子/);
  const sent: string[] = [];
  const port = {
    send: ({ to, text }: { to: string; text: string }) => Promise.resolve(void sent.push(to, text)),
  };
  expect(await deliverTextMessage({ ...world.platform.mail, port }, queued)).toBe('sent');
  const token = /\/consent#([\w-]{43})$/.exec(sent[1] ?? '')?.[1];
  if (token === undefined || sent[0] !== '01012345678') throw new Error(sent.join(' '));
  return token;
}

const show = (token: string) => post('consent/link', null, { token });
const answer = (token: string, given: object) => post('consent/answer', null, { token, ...given });

test('a patient consents by the link, once, and the page shows no more than needed', async () => {
  const case_id = await caseAsking('MOBILE');
  const token = await sendLink(case_id);
  const shown = await (await show(token)).text();
  expect(shown).toContain('田＊＊');
  expect(shown).not.toMatch(/花子|1954|HNT|01012345678/);
  const stored = await world.db.select().from(consentLinks).where(eq(consentLinks.case_id, case_id));
  expect(JSON.stringify(stored)).not.toContain(token);
  const answers = await Promise.all([1, 2, 3].map(() => answer(token, { agreed: true, ...signed })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
  expect((await show(token)).status).toBe(410);
  const state = await read(case_id);
  expect(state).toMatchObject({
    agreement: { agree_type: 'MOBILE', witnessed_by: null },
    link: { state: 'agreed' },
  });
  expect(state.link?.phone_end).toBe('5678');
  expect((await world.act(case_id, 'request', world.person('doctor'))).status).toBe(200);
});

test('a declined, replaced, expired or unknown link is invalid', async () => {
  const case_id = await caseAsking('MOBILE');
  const first = await sendLink(case_id);
  const second = await sendLink(case_id);
  expect((await show(first)).status).toBe(410);
  expect((await answer(second, { agreed: false })).status).toBe(200);
  expect((await answer(second, { agreed: true, ...signed })).status).toBe(410);
  expect(await read(case_id)).toMatchObject({ agreement: null, link: { state: 'declined' } });
  const third = await sendLink(case_id);
  const past = new Date(Date.now() - 1000);
  await world.db.update(consentLinks).set({ expires_at: past }).where(eq(consentLinks.case_id, case_id));
  expect((await show(third)).status).toBe(410);
  expect((await show('A'.repeat(43))).status).toBe(404);
  expect((await show('short')).status).toBe(422);
});

test('five links are sent for a case within a day; the next request says when, and other cases have their own limit', async () => {
  const case_id = await caseAsking('MOBILE');
  for (let sent = 0; sent < 5; sent += 1) await sendLink(case_id);
  const ask = (of: number) => {
    const body = { ...patient, case_id: of, agree_type: 'MOBILE', patient_phone_number: '010-1234-5678' };
    return post('user/patient/request', world.person('doctor'), body);
  };
  const refused = await ask(case_id);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 86_000]).toEqual([406, true]);
  expect(await codeOf(refused)).toBe('agreement/links-spent');
  expect(await world.db.$count(consentLinks, eq(consentLinks.case_id, case_id))).toBe(5);
  expect((await ask(await caseAsking('MOBILE'))).status).toBe(200);
  const yesterday = new Date(Date.now() - 86_400_000);
  await world.db.update(consentLinks).set({ created_at: yesterday }).where(eq(consentLinks.case_id, case_id));
  expect((await ask(case_id)).status).toBe(200);
});

test('a link is requested in the way of the institution, to a possible phone number', async () => {
  const case_id = await caseAsking('MOBILE');
  const ask = (more: object) =>
    post('user/patient/request', world.person('doctor'), {
      ...patient,
      case_id,
      agree_type: 'MOBILE',
      ...more,
    });
  const bad = await ask({ patient_phone_number: '12' });
  expect(await bad.json()).toMatchObject({ fields: { patient_phone_number: 'refusal.input.invalid' } });
  await askFor('SCREEN');
  expect(await codeOf(await ask({ patient_phone_number: '01012345678' }))).toBe('agreement/method');
  expect(await codeOf(await ask({ agree_type: 'PAPER' }))).toBe('agreement/method');
  expect(await world.db.$count(consentLinks, eq(consentLinks.case_id, case_id))).toBe(0);
});

test('a withdrawal closes the case with its reason, whoever has it, unless it is complete', async () => {
  const case_id = await caseAsking('SCREEN');
  await give(case_id, {});
  for (const [action, who] of [
    ['request', 'doctor'],
    ['assign-to-me', 'technician'],
  ] as const) {
    expect((await world.act(case_id, action, world.person(who))).status).toBe(200);
  }
  const withdraw = (version: number) =>
    world.call('user/patient/agreement', world.person('doctor').token, {
      method: 'DELETE',
      body: { case_id, version, reason: 'changed her mind' },
    });
  const [{ hospital_id } = { hospital_id: 0 }] = await world.db.select().from(cases);
  const settings = { url: 'https://his.example/events', events: ['case.closed'] };
  const hook = { hospital_id, name: 'HIS', active: true, settings };
  expect((await post('integration/webhooks', world.person('admin'), hook)).status).toBe(201);
  const { version } = await read(case_id);
  expect(await codeOf(await withdraw(version - 1))).toBe('case/stale-version');
  expect((await withdraw(version)).status).toBe(200);
  expect(await world.db.$count(partnerMessages, eq(partnerMessages.event, 'case.closed'))).toBe(1);
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  expect(row).toMatchObject({ close_reason: 'changed her mind', status: 'assigned' });
  expect(await read(case_id)).toMatchObject({
    may_withdraw: false,
    agreement: { withdraw_reason: 'changed her mind' },
  });
  expect(await codeOf(await withdraw(version + 1))).toBe('agreement/withdrawn');
  await expect(
    world.pool.query('update agreements set signed_name = $1 where case_id = $2', ['x', case_id]),
  ).rejects.toThrow(/append-only|permission denied/);
});
