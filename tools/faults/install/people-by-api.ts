/** Works with a new installation as its people do, only through its API: the first sign-in, institutions, users, a case. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agreeTypes } from '@rhythmdesk/domain/agreement/agreement-rules';
import { roleKeys, type RoleKey } from '@rhythmdesk/domain/people/roles';
import { z } from 'zod';
import { api, ask, type Ask } from '../ask.ts';
import { invariant } from '../fault-program.ts';
import { patient } from '../journal.ts';
import { sendRecording } from '../sender.ts';
import { until } from '../until.ts';

const password = 'Sinus2rhythm4all';
const analysisMs = 300_000;

const signedIn = z.object({ token: z.string(), must_change_password: z.boolean() });
const saved = z.object({ id: z.number() });
const versioned = z.object({ version: z.number() });
const ofCase = z.object({ case_id: z.number() });

export class People {
  readonly #address: string;
  #admin = '';
  #doctor = '';
  #technician = '';

  constructor(address: string) {
    this.#address = address;
  }

  async #call(path: string, token: string | null, what: Ask = {}): Promise<unknown> {
    const { status, body } = await ask(this.#address, api(path), token, what);
    invariant(
      status >= 200 && status < 300,
      `${what.method ?? 'GET'} ${path} is done, not ${String(status)} ${JSON.stringify(body)}`,
    );
    return body;
  }

  async signIn(user_id: string, secret: string): Promise<string> {
    const body = { user_id, password: secret };
    return signedIn.parse(await this.#call('auth/login', null, { method: 'POST', body })).token;
  }

  async #choosePassword(user_id: string, first: string): Promise<string> {
    const token = await this.signIn(user_id, first);
    const body = { password, current_password: first };
    await this.#call('user/profile', token, { method: 'PUT', body });
    return this.signIn(user_id, password);
  }

  /** Signs in with the one-time password that the installation stored. */
  async firstSignIn(dataDir: string): Promise<void> {
    const text = readFileSync(join(dataDir, 'first-password.txt'), 'utf8');
    const first = /^password (\S+)$/m.exec(text)?.[1] ?? '';
    this.#admin = await this.#choosePassword('admin', first);
  }

  async signInAgain(): Promise<void> {
    this.#admin = await this.signIn('admin', password);
    this.#doctor = await this.signIn('nursea', password);
    this.#technician = await this.signIn('readera', password);
  }

  async #group(type: string, name: string, code: string, more: object = {}): Promise<number> {
    const body = {
      type,
      name,
      register_code: code,
      region: 'Seoul',
      postcode: '03080',
      address: '1 Bell Street',
      ...more,
    };
    return saved.parse(await this.#call('user/usergroup', this.#admin, { method: 'POST', body })).id;
  }

  async #user(user_id: string, role: RoleKey, user_group_id: number): Promise<string> {
    const first = 'Begin4once2sinus';
    const body = {
      ...{ user_id, name: user_id, email: `${user_id}@rhythmdesk.example`, password: first },
      ...{ user_role_id: roleKeys.indexOf(role) + 1, user_group_id },
    };
    await this.#call('user/user', this.#admin, { method: 'POST', body });
    return this.#choosePassword(user_id, first);
  }

  async setUp(): Promise<void> {
    const center = await this.#group('tech_center', 'Center of the trial', 'TEC9001');
    const hospital = await this.#group('hospital', 'Hospital of the trial', 'HOS9001', {
      tech_center_id: center,
      agree_type: agreeTypes[0],
    });
    this.#doctor = await this.#user('nursea', 'DOCTOR', hospital);
    this.#technician = await this.#user('readera', 'TECHNICIAN', center);
  }

  async #step(token: string, case_id: number, action: string, more: object = {}): Promise<void> {
    const place = `case/case/${String(case_id)}`;
    const { version } = versioned.parse(await this.#call(place, token));
    await this.#call(`${place}/${action}`, token, { method: 'POST', body: { version, ...more } });
  }

  /** Uploads a recording of a new case and waits for its analysis. */
  async upload(hn_id: string): Promise<number> {
    const body = { ...patient, hn_id };
    const { case_id } = ofCase.parse(await this.#call('case/case', this.#doctor, { method: 'POST', body }));
    await sendRecording(() => this.#address, this.#doctor, hn_id);
    const beats = api(`recording/${String(case_id)}/beats`);
    await until(
      `the recording of ${hn_id} is analysed`,
      async () => (await ask(this.#address, beats, this.#doctor)).status === 200,
      analysisMs,
    );
    return case_id;
  }

  async makeReport(case_id: number): Promise<void> {
    await this.#step(this.#doctor, case_id, 'request');
    await this.#step(this.#technician, case_id, 'assign-to-me');
    await this.#step(this.#technician, case_id, 'start');
    await this.#step(this.#technician, case_id, 'make-report', {
      language: 'ko',
      keep_stale: true,
      keep_unprintable: true,
    });
  }

  /** Returns the bytes of the report as its reader gets them. */
  async fetchReport(case_id: number): Promise<number> {
    const answer = await fetch(`${this.#address}/${api(`case/case/${String(case_id)}/report`)}`, {
      headers: { authorization: `Bearer ${this.#technician}` },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    invariant(
      answer.ok && bytes.subarray(0, 5).toString() === '%PDF-',
      `the report of case ${String(case_id)} is a PDF`,
    );
    return bytes.byteLength;
  }

  async version(): Promise<string> {
    const me = z.object({ site: z.object({ version: z.string() }) });
    return me.parse(await this.#call('user/me', this.#admin)).site.version;
  }
}
