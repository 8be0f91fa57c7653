/**
 * Tests signing a case without a password, over HTTP: with a proof from the institution's identity provider, and with a
 * passkey.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { softwareKey } from '../people/test-passkey.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { webWithProvider } from '../../testing/test-provider-web.ts';

const origin = 'https://desk.example';
const begun = z.object({ ticket: z.string(), url: z.string() });
const withTicket = z.looseObject({ ticket: z.string() });
const withToken = z.looseObject({ token: z.string() });
const passkeyShape = z.object({ ticket: z.string(), options: z.looseObject({ challenge: z.string() }) });

type Started = Awaited<ReturnType<typeof webWithProvider>>;
let house: Started['house'];
let world: Started['world'];
let stop: Started['stop'];

beforeAll(async () => {
  ({ house, world, stop } = await webWithProvider(origin, ['chief', 'technician']));
});
afterAll(() => stop());

const post = (place: string, token: string | null, body: unknown) =>
  world.call(place, token, { method: 'POST', body });

/** Returns what the browser brings back from the provider. */
async function answerThere(login: string, place: string, token: string | null, body: object) {
  const { ticket, url } = begun.parse(await (await post(place, token, body)).json());
  const back = await house.signInThere(url, login);
  return { ticket, ...Object.fromEntries(back.searchParams) };
}

async function tokenAs(login: string): Promise<string> {
  const answer = await answerThere(login, 'auth/provider', null, { provider: 'house' });
  return withToken.parse(await (await post('auth/provider/answer', null, answer)).json()).token;
}

async function proofOf(login: string, token: string): Promise<string> {
  const answer = await answerThere(login, 'user/identities/proof/begin', token, {});
  return withTicket.parse(await (await post('user/identities/proof', token, answer)).json()).ticket;
}

const versionOf = async (case_id: number): Promise<number> => {
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  return row?.version ?? 0;
};

/** Completes the case; returns the response and the status of the case afterwards. */
async function complete(case_id: number, token: string, proof: object) {
  const answer = await post(`case/case/${String(case_id)}/complete`, token, {
    version: await versionOf(case_id),
    ...proof,
  });
  const { code } = z.looseObject({ code: z.string().optional() }).parse(await answer.json());
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  return { answered: answer.status, code, status: row?.status };
}

test('a user who is identified again by the institution’s provider completes a case, once; another’s proof does not', async () => {
  const case_id = await world.caseIn('review');
  const token = await tokenAs('sub-technician');
  const colleague = await proofOf('sub-chief', await tokenAs('sub-chief'));
  expect(await complete(case_id, token, { provider_proof: colleague })).toMatchObject({
    code: 'auth/second-step-gone',
    status: 'review',
  });
  const provider_proof = await proofOf('sub-technician', token);
  expect(await complete(case_id, token, { provider_proof })).toMatchObject({
    answered: 200,
    status: 'complete',
  });
  const next = await world.caseIn('review');
  expect(await complete(next, token, { provider_proof })).toMatchObject({
    code: 'auth/second-step-gone',
    status: 'review',
  });
});

test('a passkey completes a case, once; one for another host does not', async () => {
  const { token } = world.person('technician');
  const key = softwareKey('desk.example', origin);
  const current_password = world.password;
  const challenged = passkeyShape.parse(
    await (await post('user/passkeys/options', token, { current_password })).json(),
  );
  const added = await post('user/passkeys', token, {
    ...{ ticket: challenged.ticket, name: 'Ward key' },
    answer: key.create(challenged.options.challenge),
  });
  expect(added.status).toBe(200);
  const prove = async (forged = {}) => {
    const { ticket, options } = passkeyShape.parse(
      await (await post('user/passkeys/check', token, {})).json(),
    );
    return { passkey: { ticket, answer: key.get(options.challenge, forged) } };
  };
  const case_id = await world.caseIn('review');
  expect(await complete(case_id, token, await prove({ origin: 'https://evil.example' }))).toMatchObject({
    code: 'auth/passkey-refused',
    status: 'review',
  });
  const proof = await prove();
  expect(await complete(case_id, token, proof)).toMatchObject({ answered: 200, status: 'complete' });
  expect(await complete(await world.caseIn('review'), token, proof)).toMatchObject({
    code: 'auth/second-step-gone',
    status: 'review',
  });
});
