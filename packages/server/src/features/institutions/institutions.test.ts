/** Tests institutions on the running server: creation, and changes field by field. */
import { createHash } from 'node:crypto';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { institutionFields, type InstitutionField } from '@rhythmdesk/domain/people/institution-fields';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { cases } from '../../platform/db/schema/cases.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { userGroupHistory, users } from '../../platform/db/schema/people.ts';
import { testPng } from '../../platform/files/test-png.ts';
import { codeOf, institutionWorld, refused, saved } from '../../testing/test-institutions.ts';

let world: Awaited<ReturnType<typeof institutionWorld>>;
beforeAll(async () => {
  world = await institutionWorld();
});

test('an institution is created with its required fields; each missing one is named', async () => {
  const { id, version } = await world.made({ description: 'north wing' });
  expect([version, (await world.groupRow(id))?.description]).toEqual([1, 'north wing']);
  for (const field of ['name', 'type', 'region', 'postcode', 'address', 'register_code']) {
    const { [field]: _left, ...body } = z.record(z.string(), z.string()).parse(world.facts());
    const answer = await world.ask('admin', 'POST', 'user/usergroup', body);
    expect([field, ...codeOf(answer)]).toEqual([field, 422, 'input/field-missing']);
    expect(refused.parse(answer.body).fields).toEqual({ [field]: 'alert.required' });
  }
});

test('an institution counts its own users', async () => {
  const counted = z.looseObject({ administration: z.looseObject({ user_count: z.number() }) });
  const [one, other] = [await world.made(), await world.made()];
  const countOf = async (id: number): Promise<number> => {
    const answer = await world.ask('admin', 'GET', `user/usergroup/${String(id)}`);
    return counted.parse(answer.body).administration.user_count;
  };
  expect([await countOf(one.id), await countOf(other.id)]).toEqual([0, 0]);
  const user = { name: 'Counted', role_key: 'MANAGER', user_group_id: one.id, password_hash: '' };
  await world.db.insert(users).values(['counted1', 'counted2'].map((user_id) => ({ ...user, user_id })));
  expect([await countOf(one.id), await countOf(other.id)]).toEqual([2, 0]);
});

test('a register code is used once, in upper or lower case, until its institution is deleted', async () => {
  const first = await world.made({ register_code: 'MNT-4471' });
  const again = await world.ask(
    'admin',
    'POST',
    'user/usergroup',
    world.facts({ register_code: 'mnt-4471' }),
  );
  expect(codeOf(again)).toEqual([409, 'group/register-code-taken']);
  expect(refused.parse(again.body)).toMatchObject({
    detail: 'Duplicate Register Code - Please enter different Register Code.',
    fields: { register_code: 'refusal.group.register-code-taken' },
  });
  const check = (more: string) =>
    world.ask('admin', 'GET', `user/usergroups/code-check?register_code=MNT-4471${more}`);
  expect((await check('')).body).toEqual({ available: false });
  expect((await check(`&id=${String(first.id)}`)).body).toEqual({ available: true });
  expect((await world.ask('admin', 'DELETE', 'user/usergroup', { id: first.id })).status).toBe(200);
  expect((await check('')).body).toEqual({ available: true });
  await world.made({ register_code: 'MNT-4471' });
});

test('of two simultaneous uses of one code one succeeds', async () => {
  const body = () => world.facts({ register_code: 'RACE-1' });
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => world.ask('admin', 'POST', 'user/usergroup', body())),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
});

const goodValues = async (): Promise<Record<InstitutionField, readonly [type: string, value: unknown]>> => ({
  name: ['hospital', 'みなと総合病院'],
  type: ['hospital', 'logistics'],
  register_code: ['hospital', 'NEW-CODE-9'],
  region: ['hospital', '東京都'],
  postcode: ['hospital', '105-0011'],
  address: ['hospital', '港区芝公園 4-5-6'],
  time_zone: ['hospital', 'Asia/Tokyo'],
  description: ['hospital', 'calls before noon'],
  department: ['hospital', '循環器内科'],
  assigned_group: ['logistics', [await world.idOf('Hospital'), await world.idOf('Far hospital')]],
  tech_center_id: ['hospital', await world.idOf('Other center')],
  agree_type: ['hospital', 'MOBILE'],
  charging_unit_id: ['hospital', null],
  billing_address: ['hospital', '5F accounting'],
  billing_email: ['hospital', 'accounts@hospital.example'],
  tax_rate_bp: ['hospital', 1000],
  invoice_language: ['hospital', 'ja'],
  tax_number: ['tech_center', 'T0000000000000'],
  bank_account: ['tech_center', 'Sample Bank, Shiba, 0000000'],
  analysis_ratio: ['team', 40],
  takes_others_share: ['tech_center', false],
  verification_required: ['tech_center', true],
  coverage_minimum: ['tech_center', 80],
  second_reading_share: ['tech_center', 5],
  turnaround_normal_h: ['tech_center', 48],
  turnaround_urgent_h: ['tech_center', 12],
  letterhead: ['hospital', 'みなと総合病院\n電話 03-0000-0000'],
  logo: ['tech_center', testPng().toString('base64')],
  report_sections: ['tech_center', ['trend', 'figures']],
  immediate_sign_up: ['hospital', true],
  provider_sign_up: ['hospital', true],
  two_factor: ['hospital', 'required'],
  idle_minutes: ['hospital', 30],
});

test('every field is changed separately, by its version, and leaves before and after in the history', async () => {
  const values = await goodValues();
  for (const field of institutionFields) {
    const [type, value] = values[field];
    const center = type === 'team' ? { tech_center_id: await world.idOf('Center') } : {};
    const { id } = await world.made({ type, ...center });
    const answer = await world.ask('admin', 'PUT', 'user/usergroup', { id, version: 1, [field]: value });
    expect([field, answer.status]).toEqual([field, 200]);
    expect(saved.parse(answer.body).version).toBe(2);
    const stale = await world.ask('admin', 'PUT', 'user/usergroup', { id, version: 1, [field]: value });
    expect([field, ...codeOf(stale)]).toEqual([field, 409, 'group/stale-version']);
    if (field === 'charging_unit_id') continue;
    const history = await world.ask('admin', 'GET', `user/usergroup/${String(id)}/history`);
    const { items } = z.object({ items: z.array(z.looseObject({})) }).parse(history.body);
    expect(items[0]).toMatchObject({ version: 2, action: 'change' });
    expect(items.filter(({ version }) => version === 2).map((row) => row['field'])).toContain(field);
  }
});

test('the history has old and new values, with the names of references', async () => {
  const { id } = await world.made({ tech_center_id: await world.idOf('Center') });
  const other = await world.idOf('Other center');
  await world.ask('admin', 'PUT', 'user/usergroup', { id, version: 1, tech_center_id: other });
  await world.ask('admin', 'PUT', 'user/usergroup', { id, version: 2, name: 'Renamed' });
  const history = await world.ask('admin', 'GET', `user/usergroup/${String(id)}/history?size=2`);
  expect(history.body).toMatchObject({
    items: [
      { field: 'name', after: 'Renamed', user: { name: 'Name of admin' }, role_key: 'ADMIN' },
      { field: 'tech_center_id', before: { name: 'Center' }, after: { id: other, name: 'Other center' } },
    ],
  });
  await expect(world.db.delete(userGroupHistory)).rejects.toThrow();
  const audited = await world.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.target, `institution/${String(id)}: name`));
  expect(audited).toHaveLength(1);
});

test('a logo is stored as its pixels, returned, and named in the history by its checksum', async () => {
  const { id } = await world.made({ type: 'tech_center' });
  const png = testPng({ more: [['tEXt', Buffer.from('secret')]] }).toString('base64');
  const answer = await world.ask('admin', 'PUT', 'user/usergroup', { id, version: 1, logo: png });
  expect(answer.status).toBe(200);
  const shown = await world.ask('admin', 'GET', `user/usergroup/${String(id)}/logo`);
  const kept = Buffer.from(z.object({ png: z.string() }).parse(shown.body).png, 'base64');
  expect(kept.includes('secret')).toBe(false);
  const sha256 = createHash('sha256').update(kept).digest('hex');
  expect((await world.groupRow(id))?.logo).toBe(sha256);
  await world.ask('admin', 'PUT', 'user/usergroup', { id, version: 2, logo: '' });
  const history = await world.ask('admin', 'GET', `user/usergroup/${String(id)}/history?size=1`);
  expect(history.body).toMatchObject({ items: [{ field: 'logo', before: sha256, after: '' }] });
  expect((await world.ask('admin', 'GET', `user/usergroup/${String(id)}/logo`)).body).toEqual({ png: '' });
});

const badValues: Record<InstitutionField, readonly unknown[]> = {
  name: ['', ' ', 'x'.repeat(121), 5, 'a\u202eb'],
  type: ['clinic', null],
  register_code: ['ab', 'has space', '漢字コード', 'x'.repeat(21), 7],
  region: ['', 'x'.repeat(81)],
  postcode: ['', 'x'.repeat(21)],
  address: ['', 'x'.repeat(201)],
  time_zone: ['Mars/Olympus', ''],
  description: ['x'.repeat(2001), null],
  department: ['x'.repeat(81)],
  assigned_group: ['1', [0], ['x'], Array.from({ length: 501 }, () => 1)],
  tech_center_id: [0, 'x', 999_999_999],
  agree_type: ['EMAIL', null],
  charging_unit_id: [0, 'x', 999_999_999],
  billing_address: ['x'.repeat(301), null],
  billing_email: ['nobody', `${'x'.repeat(120)}@example.org`, null],
  tax_rate_bp: [-1, 10_001, 0.5, null],
  invoice_language: ['fr', ''],
  tax_number: ['x'.repeat(41), null],
  bank_account: ['x'.repeat(201), null],
  analysis_ratio: [-1, 101, 3.5, 'x'],
  takes_others_share: ['yes', null],
  verification_required: ['yes', 1],
  coverage_minimum: [0, 101, 3.5, 'x'],
  second_reading_share: [0, 101, 3.5, 'x'],
  turnaround_normal_h: [0, 721, 'x'],
  turnaround_urgent_h: [0, 721, null],
  letterhead: ['x'.repeat(401), null],
  logo: ['<svg/>', Buffer.from('<svg/>').toString('base64'), 'A'.repeat(200_004), null],
  report_sections: ['days', ['sky'], ['days', 'days'], null],
  immediate_sign_up: ['yes', null],
  provider_sign_up: ['yes', null],
  two_factor: ['sometimes', true],
  idle_minutes: [4, 61, 'x'],
};

test('bad input for every field is 422, names the field, and has texts in four languages', async () => {
  const values = await goodValues();
  for (const field of institutionFields) {
    const [type] = values[field];
    const center = type === 'team' ? { tech_center_id: await world.idOf('Center') } : {};
    const { id } = await world.made({ type, ...center });
    for (const value of badValues[field]) {
      const said = new Set<string>();
      for (const language of languages) {
        const answer = await world.ask(
          'admin',
          'PUT',
          'user/usergroup',
          { id, version: 1, [field]: value },
          language,
        );
        const { fields = {}, detail } = refused.parse(answer.body);
        const named = Object.keys(fields).map((name) => name.split('.')[0]);
        expect([field, value, answer.status, [...new Set(named)]]).toEqual([field, value, 422, [field]]);
        said.add(detail);
      }
      expect(said.size).toBe(languages.length);
    }
  }
});

test('a call changes one field: none and two are refused, as is a field that the type lacks', async () => {
  const { id } = await world.made();
  const none = await world.ask('admin', 'PUT', 'user/usergroup', { id, version: 1 });
  expect(codeOf(none)).toEqual([422, 'group/one-field']);
  const two = await world.ask('admin', 'PUT', 'user/usergroup', { id, version: 1, name: 'A', region: 'B' });
  expect(refused.parse(two.body)).toMatchObject({
    code: 'group/one-field',
    fields: { name: 'refusal.group.one-field', region: 'refusal.group.one-field' },
  });
  const foreign = await world.ask('admin', 'PUT', 'user/usergroup', { id, version: 1, analysis_ratio: 40 });
  expect(codeOf(foreign)).toEqual([422, 'group/type-unfit']);
  const early = await world.ask(
    'admin',
    'POST',
    'user/usergroup',
    world.facts({ type: 'logistics', agree_type: 'PAPER' }),
  );
  expect(refused.parse(early.body)).toMatchObject({
    code: 'group/type-unfit',
    fields: { agree_type: 'refusal.group.type-unfit' },
  });
  expect((await world.groupRow(id))?.version).toBe(1);
});

test('the specification’s payload changes one field without a version; group_type is the type', async () => {
  const { id } = await world.made();
  const put = (change: object) => world.ask('admin', 'PUT', 'user/usergroup', { id, ...change });
  expect(await put({ name: 'Renamed' })).toMatchObject({ status: 200, body: { version: 2 } });
  expect(await put({ group_type: 'logistics' })).toMatchObject({ status: 200, body: { version: 3 } });
  const read = await world.ask('admin', 'GET', `user/usergroup/${String(id)}`);
  expect(read.body).toMatchObject({ name: 'Renamed', type: 'logistics', group_type: 'logistics' });
  const two = await put({ type: 'hospital', group_type: 'team' });
  expect(refused.parse(two.body)).toMatchObject({ fields: { group_type: 'refusal.input.invalid' } });
  const made = await world.ask('admin', 'POST', 'user/usergroup', world.facts({ group_type: 'hospital' }));
  expect(made.status).toBe(201);
  const other = await world.ask('admin', 'POST', 'user/usergroup', world.facts({ group_type: 'team' }));
  expect(refused.parse(other.body)).toMatchObject({ fields: { group_type: 'refusal.input.invalid' } });
});

test('a team whose users work on open cases or verify one moves to no other center', async () => {
  const center = await world.idOf('Center');
  const [readers, verifiers] = [
    await world.made({ type: 'team', tech_center_id: center }),
    await world.made({ type: 'team', tech_center_id: center }),
  ];
  const reader = await world.addUser('teamreader', 'TECHNICIAN', readers.id);
  const verifier = await world.addUser('teamchief', 'CHIEF', verifiers.id);
  const case_id = await world.caseIn('review');
  const asked = { confirmer_id: verifier.id, verification_requested_at: new Date() };
  const set = (values: object) => world.db.update(cases).set(values).where(eq(cases.case_id, case_id));
  await set({ technician_id: reader.id, ...asked });
  const move = async ({ id, version }: { readonly id: number; readonly version: number }) => {
    const body = { id, version, tech_center_id: await world.idOf('Other center') };
    return world.ask('admin', 'PUT', 'user/usergroup', body);
  };
  expect(codeOf(await move(readers))).toEqual([409, 'group/in-use']);
  expect(codeOf(await move(verifiers))).toEqual([409, 'group/in-use']);
  await set({ confirmer_id: null, verification_requested_at: null });
  expect((await move(verifiers)).status).toBe(200);
  await set({ status: 'complete', confirmed_date: new Date() });
  expect((await move(readers)).status).toBe(200);
});
