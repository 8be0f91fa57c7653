/**
 * Tests orders by FHIR: an order creates a case by the rules of the API, repeats change nothing, a change changes the
 * patient, a revocation closes the case, and an outcome names the element that is refused.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { apiKeyRoutes } from '@rhythmdesk/contract/api-keys';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { cases } from '../../platform/db/schema/cases.ts';
import { bundle, fhirReader, validFhir } from '../../testing/test-fhir.ts';
import { institutionWorld } from '../../testing/test-institutions.ts';

let world: Awaited<ReturnType<typeof institutionWorld>>;
let fhir: ReturnType<typeof fhirReader>;
let hospital: number;
let key: string;

beforeAll(async () => {
  world = await institutionWorld();
  fhir = fhirReader(world.address);
  hospital = await world.idOf('Hospital');
  const body = { name: 'Order system', scopes: ['case.create', 'case.edit_patient', 'case.close'], days: 30 };
  const made = await world.ask('admin', 'POST', `user/usergroup/${String(hospital)}/keys`, body);
  key = apiKeyRoutes.createApiKey.output.parse(made.body).secret;
});

const system = 'https://his.example/orders';
const patient = {
  resourceType: 'Patient',
  id: 'p',
  identifier: [{ value: 'other' }, { type: { coding: [{ code: 'MR' }] }, value: 'P-100' }],
  name: [
    { use: 'old', family: 'Former' },
    { use: 'official', family: 'Tanaka', given: ['Hanako'] },
    {
      use: 'official',
      family: '田中',
      given: ['花子'],
      extension: [
        { url: 'http://hl7.org/fhir/StructureDefinition/iso21090-EN-representation', valueCode: 'IDE' },
      ],
    },
  ],
  gender: 'female',
  birthDate: '1954-03-12',
  telecom: [
    { system: 'email', value: 'hanako@example.com' },
    { system: 'phone', value: '03-1234-5678' },
  ],
};
const order = (number: string | null, more: object = {}) => ({
  resourceType: 'ServiceRequest',
  status: 'active',
  intent: 'order',
  ...(number !== null && { identifier: [{ system, value: number }] }),
  code: { coding: [{ system: 'http://loinc.org', code: '18754-2' }] },
  subject: { reference: '#p' },
  priority: 'stat',
  reasonCode: [{ text: 'Palpitations' }],
  contained: [patient],
  ...more,
});

const send = (body: unknown, token = key, headers: Record<string, string> = {}) =>
  fhir('ServiceRequest', token, { method: 'POST', body, headers });
const put = (id: string, body: object, headers: Record<string, string> = {}) =>
  fhir(`ServiceRequest/${id}`, key, { method: 'PUT', body: { id, ...body }, headers });
const idOf = (body: unknown): string => validFhir(body).id ?? '';
const rowOf = async (id: string) =>
  (
    await world.db
      .select()
      .from(cases)
      .where(eq(cases.case_id, Number(id)))
  )[0];

/** Returns the elements that an outcome names, and its refusal. */
function outcomeOf(body: unknown): [code: string | undefined, elements: readonly string[] | undefined] {
  const outcome = validFhir(body);
  if (outcome.resourceType !== 'OperationOutcome') throw new Error(outcome.resourceType);
  const [issue] = outcome.issue;
  return [issue?.details?.coding?.[0]?.code, issue?.expression];
}

test('a new order creates a case with its patient, and the answer is the order in force with its address', async () => {
  const { status, body, headers, type } = await send(order('A-1'));
  expect([status, type]).toEqual([201, 'application/fhir+json; charset=utf-8']);
  const id = idOf(body);
  expect(headers.get('location')).toBe(`/fhir/R4/ServiceRequest/${id}/_history/1`);
  expect(headers.get('etag')).toBe('W/"1"');
  expect(body).toMatchObject({
    status: 'active',
    priority: 'urgent',
    identifier: [{ system: 'urn:rhythmdesk:hn-id' }, { system, value: 'A-1' }],
    reasonCode: [{ text: 'Palpitations' }],
  });
  expect(await rowOf(id)).toMatchObject({
    ...{ status: 'ready', hospital_id: hospital, patient_id: 'P-100', gender: 'female' },
    ...{ patient_last_name: '田中', patient_first_name: '花子', birth_date: '1954-03-12' },
    ...{ phone_number: '0312345678', priority: 'urgent', comment: 'Palpitations' },
  });
  const found = bundle.parse((await fhir(`ServiceRequest?identifier=${system}|A-1&status=active`, key)).body);
  expect(found.entry?.map(({ resource }) => resource?.id)).toEqual([id]);
  const drafts = bundle.parse((await fhir(`ServiceRequest?identifier=A-1&status=draft`, key)).body);
  expect(drafts.entry).toBeUndefined();
});

test('an order that is sent again is the same case, also at the same time and with If-None-Exist', async () => {
  const sent = await Promise.all(Array.from({ length: 4 }, () => send(order('A-2'))));
  expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
  const ids = new Set(sent.map(({ body }) => idOf(body)));
  expect(ids.size).toBe(1);
  const unless = { 'if-none-exist': `identifier=${system}|A-2` };
  const again = await send(order(null), key, unless);
  expect([again.status, idOf(again.body)]).toEqual([200, [...ids][0]]);
  const refused = await send(order(null), key, { 'if-none-exist': 'name=x' });
  expect([refused.status, outcomeOf(refused.body)]).toEqual([400, ['input/invalid', ['If-None-Exist']]]);
});

test('If-None-Exist gives its identifier to a new order, so that a repeated one finds it', async () => {
  const unless = { 'if-none-exist': `identifier=${system}|A-33` };
  const first = await send(order(null), key, unless);
  const again = await send(order(null), key, unless);
  expect([first.status, again.status, idOf(again.body)]).toEqual([201, 200, idOf(first.body)]);
  expect((await send(order('A-33'))).status).toBe(200);
  const named = { 'if-none-exist': 'identifier=urn:rhythmdesk:hn-id|HN770001' };
  const hn = await send(order(null), key, named);
  expect([hn.status, (await rowOf(idOf(hn.body)))?.hn_id]).toEqual([201, 'HN770001']);
  expect((await send(order(null), key, named)).status).toBe(200);
});

test('the identifier of a hospital’s order is free in another hospital', async () => {
  const far = await send(order('A-2'), world.person('far doctor').token);
  expect(far.status).toBe(201);
  expect(await rowOf(idOf(far.body))).toMatchObject({ hospital_id: await world.idOf('Far hospital') });
});

test('an order with the HN ID of an uploaded case joins it and fills only what is empty', async () => {
  const call = { method: 'POST', body: { hn_id: 'HNF0000001', patient_last_name: 'Stored' } };
  expect((await world.call('case/case', world.person('doctor').token, call)).status).toBe(201);
  const identifier = [
    { system: 'urn:rhythmdesk:hn-id', value: 'hn-f0000001' },
    { system, value: 'A-3' },
  ];
  const joined = await send(order(null, { identifier }));
  expect(joined.status).toBe(200);
  expect(await rowOf(idOf(joined.body))).toMatchObject({
    ...{ hn_id: 'HNF0000001', patient_last_name: 'Stored', patient_first_name: '花子' },
  });
  const other = [{ system: 'urn:rhythmdesk:hn-id', value: 'HNF0000001' }, { value: 'A-4' }];
  const refused = await send(order(null, { identifier: other }));
  expect([refused.status, outcomeOf(refused.body)]).toEqual([
    409,
    ['case/hn-id-taken', ['ServiceRequest.identifier']],
  ]);
});

test('a change changes the patient, a revocation closes the case, and a repeated one changes nothing', async () => {
  const id = idOf((await send(order('A-5'))).body);
  const renamed = { ...patient, name: [{ family: '鈴木', given: ['花子'] }] };
  const changed = await put(id, order('A-5', { contained: [renamed] }), { 'if-match': 'W/"1"' });
  expect([changed.status, changed.headers.get('etag')]).toEqual([200, 'W/"2"']);
  expect(await rowOf(id)).toMatchObject({ patient_last_name: '鈴木', closed_at: null });
  const stale = await put(id, order('A-5'), { 'if-match': 'W/"1"' });
  expect([stale.status, outcomeOf(stale.body)[0]]).toEqual([412, 'case/stale-version']);
  const own = { reference: `Patient/${id}` };
  const revoked = await put(id, order('A-5', { status: 'revoked', subject: own, contained: [] }));
  expect([revoked.status, revoked.body]).toMatchObject([200, { status: 'revoked' }]);
  expect(await rowOf(id)).toMatchObject({ close_reason: 'order A-5: revoked by Order system' });
  expect((await put(id, order('A-5', { status: 'revoked' }))).status).toBe(200);
  const late = await put(id, order('A-5'));
  expect([late.status, outcomeOf(late.body)[0]]).toEqual([422, 'case/closed']);
  expect([await send(order('A-5'))]).toMatchObject([{ status: 200, body: { status: 'revoked' } }]);
});

test.each(['x'.repeat(2001), 'gpj\u202e.exe'])(
  '%#: a revocation is refused with a note that no user could type',
  async (note) => {
    const id = idOf((await send(order(null))).body);
    const revoked = order(null, { status: 'revoked', note: [{ text: note }] });
    const refused = await put(id, revoked);
    expect([refused.status, ...outcomeOf(refused.body)]).toEqual([
      400,
      'input/invalid',
      ['ServiceRequest.note'],
    ]);
    expect(await rowOf(id)).toMatchObject({ closed_at: null });
  },
);

test('an order that the center already works on is not revoked', async () => {
  const id = String(await world.caseIn('start'));
  const refused = await put(id, order(null, { status: 'revoked' }));
  expect([refused.status, outcomeOf(refused.body)[0]]).toEqual([422, 'case/wrong-state']);
  expect(await rowOf(id)).toMatchObject({ closed_at: null });
});

const born = (birthDate: string) => ({ contained: [{ ...patient, birthDate }] });
test.each([
  ['an unknown element', { colour: 'red' }, 400, 'ServiceRequest.colour'],
  ['a modifier', { modifierExtension: [] }, 400, 'ServiceRequest.modifierExtension'],
  ['a negated order', { doNotPerform: true }, 400, 'ServiceRequest.doNotPerform'],
  ['no order', { intent: 'plan' }, 400, 'ServiceRequest.intent'],
  ['a revoked order', { status: 'revoked' }, 422, 'ServiceRequest.status'],
  ['no subject', { subject: undefined }, 400, 'ServiceRequest.subject'],
  ['an absent subject', { subject: { reference: '#q' } }, 400, 'ServiceRequest.subject'],
  ['a foreign subject', { subject: { reference: 'Patient/999999' } }, 400, 'ServiceRequest.subject'],
  ['half a birth date', born('1954'), 400, 'ServiceRequest.contained[0].birthDate'],
  ['a later birth date', born('2190-01-01'), 400, 'ServiceRequest.contained[0].birthDate'],
  [
    'a long name',
    { contained: [{ ...patient, name: [{ family: 'x'.repeat(200) }] }] },
    400,
    'ServiceRequest.contained[0].name',
  ],
  [
    'a wrong HN ID',
    { identifier: [{ system: 'urn:rhythmdesk:hn-id', value: '7' }] },
    400,
    'ServiceRequest.identifier',
  ],
])('%s is refused by its element, and no case is created', async (_name, more, status, element) => {
  const before = await world.db.$count(cases);
  const answer = await send(order(null, more));
  expect([answer.status, outcomeOf(answer.body)[1]]).toEqual([status, [element]]);
  expect(await world.db.$count(cases)).toBe(before);
});

test('a hospital cannot order for another one, and a key without the scope cannot order', async () => {
  const neighbour = { requester: { reference: `Organization/${String(await world.idOf('Neighbour'))}` } };
  expect((await send(order(null, neighbour))).status).toBe(404);
  const body = { name: 'Reader', scopes: ['case.read'], days: 30 };
  const made = await world.ask('admin', 'POST', `user/usergroup/${String(hospital)}/keys`, body);
  const { secret } = apiKeyRoutes.createApiKey.output.parse(made.body);
  expect((await send(order(null), secret)).status).toBe(403);
});

test('a transaction creates orders with their patients together, or none of them', async () => {
  const { id: _id, ...person } = patient;
  const entries = (second: object) => [
    { fullUrl: 'urn:uuid:1', resource: person, request: { method: 'POST', url: 'Patient' } },
    ...[order('T-1', { contained: undefined }), order('T-2', { contained: undefined, ...second })].map(
      (resource) => ({
        resource: { ...resource, subject: { reference: 'urn:uuid:1' } },
        request: { method: 'POST', url: 'ServiceRequest' },
      }),
    ),
  ];
  const transact = (entry: object) =>
    fhir('', key, { method: 'POST', body: { resourceType: 'Bundle', type: 'transaction', entry } });
  const before = await world.db.$count(cases);
  const refused = await transact(entries({ intent: 'plan' }));
  expect([refused.status, outcomeOf(refused.body)[1]]).toEqual([400, ['Bundle.entry[2].resource.intent']]);
  expect(await world.db.$count(cases)).toBe(before);
  const { status, body } = await transact(entries({}));
  expect([status, bundle.parse(validFhir(body)).entry?.map(({ response }) => response?.status)]).toEqual([
    200,
    ['201 Created', '201 Created', '201 Created'],
  ]);
  expect(await world.db.$count(cases)).toBe(before + 2);
  const again = bundle.parse((await transact(entries({}))).body);
  expect(again.entry?.map(({ response }) => response?.status)).toEqual(['200 OK', '200 OK', '200 OK']);
});

test('the orders of the documentation create, change and revoke a case', async () => {
  const file = path.join(import.meta.dirname, '../../../../../docs/integration.md');
  const text = await readFile(file, 'utf8');
  const examples = [
    ...text.matchAll(/^(POST|PUT) \/fhir\/R4\/?(\S*)\n(?:If-None-Exist: (\S+)\n)?\n(\{[\s\S]*?\n\})$/gm),
  ];
  expect(examples.length).toBeGreaterThan(2);
  let id = '';
  for (const [, method = '', asked = '', unless, json = ''] of examples) {
    const body: unknown = JSON.parse(json.replaceAll('{case}', id));
    const headers = unless === undefined ? {} : { 'if-none-exist': unless };
    const answer = await fhir(asked.replaceAll('{case}', id), key, { method, body, headers });
    expect([asked, answer.status < 300, answer.body]).toEqual([asked, true, answer.body]);
    const made = validFhir(answer.body);
    if (made.resourceType === 'ServiceRequest') id = made.id ?? '';
  }
});
