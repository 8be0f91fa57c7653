/** Tests in which forms the FHIR interface answers and reads: JSON only, and pages as they are. */
import { fhirRoutes } from '@rhythmdesk/contract/fhir';
import type { Route } from '@rhythmdesk/contract/route';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { cases } from '../../platform/db/schema/cases.ts';
import { fhirReader, validFhir } from '../../testing/test-fhir.ts';
import { tenants } from '../../testing/test-tenants.ts';

let world: Awaited<ReturnType<typeof tenants>>;
let fhir: ReturnType<typeof fhirReader>;
let token: string;
let case_id: number;

beforeAll(async () => {
  world = await tenants();
  fhir = fhirReader(world.address);
  token = world.person('doctor').token;
  case_id = await world.caseIn('complete');
});

const ask = (path: string, accept?: string) =>
  fhir(path, token, accept === undefined ? {} : { headers: { accept } });
const xml = 'application/fhir+xml';
const refusedAs = (code: string) => ({
  resourceType: 'OperationOutcome',
  issue: [{ code: 'not-supported', details: { coding: [{ code }] } }],
});

test('every route refuses to answer in XML, whether Accept or _format asks for it, and changes nothing', async () => {
  const before = await world.db.$count(cases);
  for (const [name, { path, method }] of Object.entries<Route>(fhirRoutes)) {
    const id = /^(Binary|DocumentReference)/.test(path) ? `${String(case_id)}-1` : String(case_id);
    const asked = path.replace(':id', id);
    const body = {
      resourceType: 'ServiceRequest',
      status: 'active',
      intent: 'order',
      subject: { display: 'X' },
    };
    const sent = method === 'GET' ? {} : { method, body };
    const answers = [
      await fhir(asked, token, { ...sent, headers: { accept: xml } }),
      await fhir(`${asked}?_format=xml`, token, sent),
      await fhir(`${asked}?_format=application/fhir%2Bxml`, token, sent),
    ];
    for (const { status, type, body: answer } of answers) {
      expect([name, status, type]).toEqual([name, 406, 'application/fhir+json; charset=utf-8']);
      expect(validFhir(answer)).toMatchObject(refusedAs('input/answer-type'));
    }
  }
  expect(await world.db.$count(cases)).toBe(before);
});

const readable = [
  undefined,
  '',
  '*/*',
  'application/*',
  'application/json',
  'application/fhir+json; fhirVersion=4.0',
  'application/fhir+json;charset=UTF-8',
  'text/html, application/xml;q=0.9, */*;q=0.8',
  `${xml}, application/json;q=0.1`,
];
const unreadable = [
  xml,
  'text/turtle',
  'text/html',
  `${xml}, application/json;q=0`,
  'application/fhir+json;q=0, application/json;q=0, text/json;q=0, */*;q=0',
  'application/fhir+json; fhirVersion=5.0',
];
test.each(readable)('Accept %j is answered in JSON', async (accept) => {
  const { status, type } = await ask(`Patient/${String(case_id)}`, accept);
  expect([status, type]).toEqual([200, 'application/fhir+json; charset=utf-8']);
});
test.each(unreadable)('Accept %j is refused', async (accept) => {
  expect((await ask(`Patient/${String(case_id)}`, accept)).status).toBe(406);
});

const formats = [
  'json',
  'JSON',
  'application/json',
  'application/fhir%2Bjson',
  'application/fhir+json',
  'text/json',
];
test.each(formats)('_format=%s goes before Accept', async (format) => {
  expect((await ask(`Patient/${String(case_id)}?_format=${format}`, xml)).status).toBe(200);
  expect((await ask(`Patient?_format=${format}&identifier=none`, xml)).status).toBe(200);
});
test.each(['xml', 'ttl', 'application/xml', 'nothing', 'text/xml&_format=json'])(
  '_format=%s is refused, also if Accept asks for JSON',
  async (format) => {
    const path = `Patient/${String(case_id)}?_format=${format}`;
    expect((await ask(path, 'application/fhir+json')).status).toBe(406);
  },
);

test('the link to the next page repeats _format', async () => {
  await world.caseIn('complete');
  const { body } = await ask('ServiceRequest?_count=1&_format=json', xml);
  const { link } = z
    .object({ link: z.array(z.object({ relation: z.string(), url: z.string() })) })
    .parse(body);
  const next = link.find(({ relation }) => relation === 'next')?.url.replace('/fhir/R4/', '') ?? '';
  expect(next).toContain('_format=application%2Ffhir%2Bjson');
  expect((await ask(next, xml)).status).toBe(200);
});

test('_pretty changes nothing, also in the form of a search', async () => {
  const plain = await ask(`Patient/${String(case_id)}`);
  const pretty = await ask(`Patient/${String(case_id)}?_pretty=true`);
  expect([pretty.status, pretty.body]).toEqual([200, plain.body]);
  const search = (form: string, accept = xml) =>
    fetch(`${world.address}/fhir/R4/Patient/_search`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${token}`, accept },
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: form,
    });
  expect((await search('identifier=none&_pretty=true&_format=json')).status).toBe(200);
  expect((await search('identifier=none')).status).toBe(406);
  expect((await search('identifier=none&_format=xml', '*/*')).status).toBe(406);
});

const form = 'application/x-www-form-urlencoded';
test.each([xml, 'application/xml', 'text/xml', 'text/turtle', form])(
  'a body of %s is refused',
  async (type) => {
    const sent = { method: 'POST', body: '<ServiceRequest/>', headers: { 'content-type': type } };
    for (const path of ['ServiceRequest', '']) {
      const { status, body } = await fhir(path, token, sent);
      expect([path, status]).toEqual([path, 415]);
      expect(validFhir(body)).toMatchObject(refusedAs('input/media-type'));
    }
    const put = await fhir(`ServiceRequest/${String(case_id)}`, token, { ...sent, method: 'PUT' });
    expect(put.status).toBe(415);
    const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
    expect(row?.closed_at).toBeNull();
  },
);

test('the CapabilityStatement names JSON only', async () => {
  expect((await fhir('metadata', null)).body).toMatchObject({ format: ['json'] });
});
