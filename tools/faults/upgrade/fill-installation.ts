/**
 * Fills an installation of an older commit through its API: users, sessions, cases of several states with recordings
 * and reports, and a half-sent upload. Users are inserted by SQL into the columns that every commit has.
 */
import { passwordHashes } from '@rhythmdesk/server/features/people/password-hashes';
import { recordingZip } from '@rhythmdesk/server/features/uploads/recording-zip';
import { synthRecording } from '@rhythmdesk/server/features/uploads/test-zip';
import type { Client } from 'pg';
import { z } from 'zod';
import { api, ask } from '../ask.ts';
import { invariant } from '../fault-program.ts';
import { beginUpload, sendPart, sendWhole, type Begun } from '../tus-client.ts';
import { until } from '../until.ts';

const password = 'Upgrade-password-1';
const open_words = 'Filled for the upgrade.';
const roles = ['DOCTOR', 'TECHNICIAN', 'CHIEF', 'ADMIN'] as const;
type Role = (typeof roles)[number];

export type HalfUpload = Begun & {
  readonly hn_id: string;
  readonly sent: number;
  /** The whole zip in Base64. It cannot be made again, because a zip contains its time. */
  readonly zip: string;
};
export type OldData = {
  readonly tokens: Readonly<Record<Role, string>>;
  readonly case_ids: readonly number[];
  readonly half: HalfUpload;
};

const patient = { patient_last_name: '田中', birth_date: '1954-03-12', gender: 'female' };

const idRow = z.object({ id: z.coerce.number() });
const login = z.object({ token: z.string().min(1) });
const caseRow = z.object({ case_id: z.coerce.number() });
const versioned = z.object({ version: z.number() });

async function insert(client: Client, statement: string, values: readonly unknown[]): Promise<number> {
  return idRow.parse((await client.query(statement, [...values])).rows[0]).id;
}

async function addUsers(client: Client): Promise<Record<Role, number>> {
  const addGroup = (type: string, name: string, center: number | null) =>
    insert(client, 'insert into user_groups (type, name, tech_center_id) values ($1, $2, $3) returning id', [
      type,
      name,
      center,
    ]);
  const center = await addGroup('tech_center', 'Old center', null);
  const hospital = await addGroup('hospital', 'Old hospital', center);
  const office = await addGroup('admin', 'Old office', null);
  const hash = await passwordHashes().make(password);
  const groups: Record<Role, number> = {
    DOCTOR: hospital,
    TECHNICIAN: center,
    CHIEF: center,
    ADMIN: office,
  };
  const add = (role: Role) =>
    insert(
      client,
      `insert into users (user_id, name, role_key, user_group_id, password_hash)
        values ($1, $2, $3, $4, $5) returning id`,
      [`old${role.toLowerCase()}`, `田中 ${role}`, role, groups[role], hash],
    );
  return {
    DOCTOR: await add('DOCTOR'),
    TECHNICIAN: await add('TECHNICIAN'),
    CHIEF: await add('CHIEF'),
    ADMIN: await add('ADMIN'),
  };
}

async function signIn(address: string, role: Role): Promise<string> {
  const body = { user_id: `old${role.toLowerCase()}`, password };
  const answer = await ask(address, api('auth/login'), null, { method: 'POST', body });
  return login.parse(answer.body).token;
}

export async function signInAll(address: string): Promise<OldData['tokens']> {
  return {
    DOCTOR: await signIn(address, 'DOCTOR'),
    TECHNICIAN: await signIn(address, 'TECHNICIAN'),
    CHIEF: await signIn(address, 'CHIEF'),
    ADMIN: await signIn(address, 'ADMIN'),
  };
}

type ChangeFields = {
  readonly confirmer_id?: number;
  readonly password?: string;
  readonly open_words?: string;
};

const refused = z.object({ code: z.literal('input/field-unknown') });

/**
 * Sends one change of a case with the current version of the case. A commit that does not know a field of later ones gets
 * the change without it.
 */
async function act(
  address: string,
  token: string,
  case_id: number,
  action: string,
  { open_words: words, ...more }: ChangeFields = {},
) {
  const place = `case/case/${String(case_id)}`;
  const { version } = versioned.parse((await ask(address, api(place), token)).body);
  const send = (body: object, key: string) =>
    ask(address, api(`${place}/${action}`), token, {
      method: 'POST',
      body: { version, ...more, ...body },
      headers: { 'idempotency-key': `upgrade-${key}-${String(case_id)}` },
    });
  const first = await send(words === undefined ? {} : { open_words: words }, action);
  const isOlder = words !== undefined && refused.safeParse(first.body).success;
  const answer = isOlder ? await send({}, `${action}-older`) : first;
  invariant(
    answer.status < 300,
    `${action} of case ${String(case_id)} takes place: ${JSON.stringify(answer.body)}`,
  );
}

/** Returns the actions of a case in order; its state depends on how many of them it takes. */
function actionsOf(tokens: OldData['tokens'], chief: number) {
  return [
    [tokens.DOCTOR, 'request', {}],
    [tokens.TECHNICIAN, 'assign-to-me', {}],
    [tokens.TECHNICIAN, 'start', {}],
    [tokens.TECHNICIAN, 'adopt-report', {}],
    [tokens.TECHNICIAN, 'review-request', {}],
    [tokens.TECHNICIAN, 'request-verification', { confirmer_id: chief }],
    [tokens.CHIEF, 'verify', { password, open_words }],
    [tokens.CHIEF, 'complete', { password, open_words }],
  ] as const;
}

async function addPatient(address: string, token: string, case_id: number): Promise<void> {
  const place = `case/case/${String(case_id)}`;
  const { version } = versioned.parse((await ask(address, api(place), token)).body);
  const body = { case_id, version, ...patient, patient_id: String(case_id) };
  const answer = await ask(address, api('case/case'), token, { method: 'PUT', body });
  invariant(answer.status === 200, `the patient is kept: ${JSON.stringify(answer.body)}`);
}

async function addCase(address: string, client: Client, token: string, at: number, seconds: number) {
  const hn_id = `HN7${String(at).padStart(5, '0')}`;
  const zip = await recordingZip(synthRecording({ hn_id, seconds, seed: at + 1 }));
  await sendWhole(address, token, hn_id, zip);
  const found: number[] = [];
  await until(`${hn_id} is an analysed case`, async () => {
    const { rows } = await client.query(
      'select case_id from cases join analyses using (case_id) where hn_id = $1',
      [hn_id],
    );
    found.push(...rows.map((row) => caseRow.parse(row).case_id));
    return found.length > 0;
  });
  const [case_id] = found;
  invariant(case_id !== undefined, 'the case has an id');
  await addPatient(address, token, case_id);
  const place = api(`case/case/${String(case_id)}/comments`);
  const body = { content: `A comment on ${hn_id}: 不整脈` };
  invariant(
    (await ask(address, place, token, { method: 'POST', body })).status === 201,
    'a comment is stored',
  );
  return case_id;
}

async function addHalf(address: string, token: string): Promise<HalfUpload> {
  const hn_id = 'HN799999';
  const zip = await recordingZip(synthRecording({ hn_id, seconds: 30 }));
  const begun = await beginUpload(address, token, { hn_id, bytes: zip.length });
  const sent = Math.floor(zip.length / 2);
  invariant(
    (await sendPart(address, begun, 0, zip.subarray(0, sent))).status === 204,
    'a half upload is received',
  );
  return { ...begun, hn_id, sent, zip: zip.toString('base64') };
}

export async function fillOld(
  address: string,
  client: Client,
  size: { readonly cases: number; readonly seconds: number },
): Promise<OldData> {
  const ids = await addUsers(client);
  const tokens = await signInAll(address);
  const actions = actionsOf(tokens, ids.CHIEF);
  const case_ids: number[] = [];
  for (let at = 0; at < size.cases; at += 1) {
    const case_id = await addCase(address, client, tokens.DOCTOR, at, size.seconds);
    const far = at === 0 ? actions.length : at % (actions.length + 1);
    for (const [token, action, more] of actions.slice(0, far))
      await act(address, token, case_id, action, more);
    case_ids.push(case_id);
  }
  return { tokens, case_ids, half: await addHalf(address, tokens.DOCTOR) };
}
