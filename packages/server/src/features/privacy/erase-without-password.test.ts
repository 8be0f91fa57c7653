/**
 * Tests how an administrator without a password erases a patient, over HTTP: with a passkey that has verified its user,
 * and with a proof from the institution's identity provider.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { privacyRoutes } from '@rhythmdesk/contract/privacy';
import { softwareKey } from '../people/test-passkey.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { users } from '../../platform/db/schema/people.ts';
import { webWithProvider } from '../../testing/test-provider-web.ts';

const origin = 'https://desk.example';
const begun = z.object({ ticket: z.string(), url: z.string() });
const withTicket = z.looseObject({ ticket: z.string() });
const passkeyShape = z.object({ ticket: z.string(), options: z.looseObject({ challenge: z.string() }) });

type Started = Awaited<ReturnType<typeof webWithProvider>>;
let house: Started['house'];
let world: Started['world'];
let stop: Started['stop'];
let hospital_id = 0;

const groupOf = async (name: string): Promise<number> => {
  const [row] = await world.db
    .select({ id: users.user_group_id })
    .from(users)
    .where(eq(users.id, world.person(name).id));
  return row?.id ?? 0;
};

beforeAll(async () => {
  ({ house, world, stop } = await webWithProvider(origin, ['admin']));
  hospital_id = await groupOf('doctor');
});
afterAll(() => stop());

const post = (place: string, body: unknown) =>
  world.call(place, world.person('admin').token, { method: 'POST', body });

/** Makes a patient with one completed case, and erases the patient with this proof. */
async function erase(patient_id: string, proof: object) {
  const case_id = await world.caseIn('complete');
  await world.db.update(cases).set({ patient_id }).where(eq(cases.case_id, case_id));
  const { token } = world.person('admin');
  const place = `privacy/patient?hospital_id=${String(hospital_id)}&patient_id=${patient_id}`;
  const { digest } = privacyRoutes.patientData.output.parse(await (await world.call(place, token)).json());
  const written = { hospital_id, patient_id, confirmed_id: patient_id, reason: 'request', digest };
  const answer = await post('privacy/erasures', { ...written, ...proof });
  const { code } = z.looseObject({ code: z.string().optional() }).parse(await answer.json());
  return { answered: answer.status, code };
}

test('a passkey that has verified its user erases a patient; a touch alone and no proof do not', async () => {
  const key = softwareKey('desk.example', origin);
  const current_password = world.password;
  const challenged = passkeyShape.parse(
    await (await post('user/passkeys/options', { current_password })).json(),
  );
  const answer = key.create(challenged.options.challenge);
  await post('user/passkeys', { ticket: challenged.ticket, name: 'Key', answer });
  const prove = async (forged = {}) => {
    const { ticket, options } = passkeyShape.parse(await (await post('user/passkeys/check', {})).json());
    return { passkey: { ticket, answer: key.get(options.challenge, forged) } };
  };
  expect(await erase('BY-NOTHING', {})).toEqual({ answered: 422, code: 'auth/password-missing' });
  expect(await erase('BY-TOUCH', await prove({ unverified: true }))).toMatchObject({
    code: 'auth/passkey-refused',
  });
  const proof = await prove();
  expect(await erase('BY-KEY', proof)).toMatchObject({ answered: 201 });
  expect(await erase('AGAIN', proof)).toMatchObject({ code: 'auth/second-step-gone' });
});

test('a proof of the institution’s provider erases a patient, once', async () => {
  const { ticket, url } = begun.parse(await (await post('user/identities/proof/begin', {})).json());
  const back = await house.signInThere(url, 'sub-admin');
  const answer = { ticket, ...Object.fromEntries(back.searchParams) };
  const proved = withTicket.parse(await (await post('user/identities/proof', answer)).json());
  expect(await erase('BY-PROVIDER', { provider_proof: proved.ticket })).toMatchObject({ answered: 201 });
  expect(await erase('ONCE', { provider_proof: proved.ticket })).toMatchObject({
    code: 'auth/second-step-gone',
  });
});
