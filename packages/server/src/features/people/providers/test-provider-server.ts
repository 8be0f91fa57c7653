/** Provides a server with a real identity provider and its users, and what they do in their browsers. */
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { standingClock } from '../../../platform/clock/clock.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import { userIdentities } from '../../../platform/db/schema/sign-in-factors.ts';
import { addUser, peopleServer } from '../test-people.ts';
import { openProviders } from './providers.ts';
import type { ProviderFault } from './provider-client.ts';
import { testProvider, type Forged, type Person } from './test-provider.ts';
import type { ProviderSettings } from './read-providers.ts';

const begun = z.object({ ticket: z.string(), url: z.string() });
export const codeOf = (body: unknown): unknown =>
  z.looseObject({ code: z.unknown().optional() }).parse(body).code;

type House = Awaited<ReturnType<typeof testProvider>>;
type World = Awaited<ReturnType<typeof peopleServer>>;
type Begun = z.output<typeof begun>;

/** Acts like a browser: begins at the server, signs in at the provider, comes back. */
function browsersOf(house: House, { call }: World) {
  const begin = async (
    path = 'auth/provider',
    token: string | null = null,
    body: object = { provider: 'house' },
  ) => begun.parse((await call('POST', path, token, body)).body);
  /** Returns what the browser brings back from the provider. */
  const answerAs = async (login: string, { ticket, url }: Begun) => {
    const back = await house.signInThere(url, login);
    return { ticket, ...Object.fromEntries(back.searchParams) };
  };
  const handOn = async (path: string, token: string | null, answer: object, forged: Forged | null) => {
    house.forged.now = forged;
    const given = await call('POST', path, token, answer);
    house.forged.now = null;
    return given;
  };
  const signInAs = async (login: string, forged: Forged | null = null) => {
    const answer = await answerAs(login, await begin());
    return { ...(await handOn('auth/provider/answer', null, answer, forged)), answer };
  };
  const tokenAs = async (login: string): Promise<string> =>
    z.looseObject({ token: z.string().min(40) }).parse((await signInAs(login)).body).token;
  /** Returns the proof that replaces a password. */
  const prove = async (token: string, login: string, forged: Forged | null = null) => {
    const answer = await answerAs(login, await begin('user/identities/proof/begin', token, {}));
    return handOn('user/identities/proof', token, answer, forged);
  };
  return { begin, answerAs, signInAs, tokenAs, prove };
}

/** Provides users who are known at the server, and users known only at the provider. */
function peopleOf(house: House, { db, groups }: World) {
  const personOf = async (user_id: string) => {
    const email = `${user_id}@house.example`;
    await db.update(users).set({ email }).where(eq(users.user_id, user_id));
    house.people.set(`sub-${user_id}`, { email, email_verified: true });
    return { login: `sub-${user_id}`, email };
  };
  const newUser = async (user_id: string) => {
    const id = await addUser(db, user_id, 'DOCTOR', groups.hospital);
    return { id, ...(await personOf(user_id)) };
  };
  /** Creates a user who has linked the provider in the account page. */
  const linkedUser = async (user_id: string) => {
    const made = await newUser(user_id);
    const { issuer } = house.settings;
    const { email, login: subject } = made;
    await db
      .insert(userIdentities)
      .values({ user_id: made.id, issuer, subject, email, created_at: new Date() });
    return made;
  };
  const stranger = (name: string, person: Person = {}) => {
    const email = `${name}@house.example`;
    house.people.set(`sub-${name}`, { email, email_verified: true, name: `Dr ${name}`, ...person });
    return `sub-${name}`;
  };
  const openDoor = (provider_sign_up: boolean, group = groups.hospital) =>
    db.update(userGroups).set({ provider_sign_up }).where(eq(userGroups.id, group));
  return { personOf, newUser, linkedUser, stranger, openDoor };
}

/** Starts the server. `further` overrides settings of the provider. */
export async function providerServer(further: Partial<ProviderSettings> = {}, timeout_ms = 60_000) {
  const house = await testProvider(['HOUSE-1', 'HOUSE-2']);
  const faults: ProviderFault[] = [];
  const onFault = (fault: ProviderFault) => void faults.push(fault);
  const settings = { ...house.settings, ...further };
  const issuer = 'https://127.0.0.1:9';
  const hidden = { ...settings, provider: 'hidden', issuer, listed: false, register_codes: ['NONE'] };
  const { redirect_uri } = house;
  const server = await peopleServer(100, {
    clock: standingClock(new Date()),
    providers: openProviders([settings, hidden], { redirect_uri, timeout_ms, onFault }),
  });
  const { db, groups } = server;
  await db.update(userGroups).set({ register_code: 'HOUSE-1' }).where(eq(userGroups.id, groups.hospital));
  return { ...server, house, faults, ...browsersOf(house, server), ...peopleOf(house, server) };
}
