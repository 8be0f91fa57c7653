/** Tests every resource of the FHIR interface on a case with a released report, against the published definitions. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Bundle, Resource } from '@medplum/fhirtypes';
import { resultCodes, resultsOf } from '@rhythmdesk/domain/results/result-table';
import { and, eq, isNull } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { cases, reportVersions } from '../../platform/db/schema/cases.ts';
import { users } from '../../platform/db/schema/people.ts';
import { documentSource } from '../../records/results/result-source.ts';
import { reportDocument } from '@rhythmdesk/contract/report-document';
import { criticalWorld, type CriticalWorld } from '../../testing/test-critical.ts';
import { bundle, fhirReader, validFhir } from '../../testing/test-fhir.ts';
import { leftOutOfFhir, observationId } from './report-resources.ts';

let world: CriticalWorld;
let case_id: number;
let fhir: ReturnType<typeof fhirReader>;

beforeAll(async () => {
  world = await criticalWorld();
  fhir = fhirReader(world.address);
});
beforeAll(async () => {
  case_id = await world.workedCase();
});
beforeAll(async () => {
  const { technician, call, db } = world;
  const filled = { patient_id: 'P-7', birth_date: '1954-03-12', gender: 'female', patient_last_name: '田中' };
  const said = { ...filled, comment: 'Palpitations', technician_comment: 'Sinus rhythm.' };
  await db.update(cases).set(said).where(eq(cases.case_id, case_id));
  const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
  const body = { version: row?.version, language: 'en' };
  const made = await call(`case/case/${String(case_id)}/make-report`, technician.token, {
    method: 'POST',
    body,
  });
  expect(made.status).toBe(200);
});

const release = async (): Promise<void> => {
  const { db } = world;
  const waiting = and(eq(reportVersions.case_id, case_id), isNull(reportVersions.released_at));
  await db.update(reportVersions).set({ released_at: new Date() }).where(waiting);
};

const read = async (address: string, token = world.doctor.token): Promise<Resource> => {
  const { status, type, body } = await fhir(address, token);
  expect([address, status, type]).toEqual([address, 200, 'application/fhir+json; charset=utf-8']);
  return validFhir(body);
};
const search = async (address: string, token = world.doctor.token): Promise<Bundle> =>
  bundle.parse(await read(address, token));
const found = ({ entry = [] }: Bundle): string[] =>
  entry.map(({ resource, search: mode }) => `${mode?.mode ?? ''} ${resource?.resourceType ?? ''}`);

test('the validator refuses wrong resources', () => {
  const right = { resourceType: 'Observation', status: 'final', code: { text: 'x' } };
  expect(() => validFhir(right)).not.toThrow();
  expect(() => validFhir({ resourceType: 'Observation', code: { text: 'x' } })).toThrow('status');
  expect(() => validFhir({ ...right, valueQuantity: { value: 'many' } })).toThrow('value');
  expect(() => validFhir({ ...right, colour: 'red' })).toThrow('colour');
  expect(() => validFhir({ resourceType: 'DiagnosticReport', status: 'final' })).toThrow('code');
});

test('a report in progress is preliminary for its center, and the hospital does not find it', async () => {
  const id = String(case_id);
  expect(await read(`DiagnosticReport/${id}`, world.technician.token)).toMatchObject({
    status: 'preliminary',
  });
  expect((await fhir(`DiagnosticReport/${id}`, world.doctor.token)).status).toBe(404);
  expect(found(await search('DiagnosticReport'))).toEqual([]);
  expect((await read(`Task/${id}`)).resourceType).toBe('Task');
  await release();
  expect(await read(`Task/${id}`)).toMatchObject({
    status: 'in-progress',
    output: [{ valueReference: { reference: `DiagnosticReport/${id}` } }],
  });
});

test('the report names its results, its findings and its pages', async () => {
  await release();
  const id = String(case_id);
  const report = await read(`DiagnosticReport/${id}`);
  expect(report).toMatchObject({
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '18754-2' }] },
    subject: { reference: `Patient/${id}` },
    basedOn: [{ reference: `ServiceRequest/${id}` }],
    conclusion: 'Sinus rhythm.',
    presentedForm: [{ contentType: 'application/pdf', url: `/fhir/R4/Binary/${id}-1` }],
  });
  // The hospital is in Seoul.
  expect(report).toHaveProperty('effectivePeriod.start', expect.stringMatching(/T17:00:00\.000\+09:00$/));
  expect(report).toHaveProperty('issued', expect.stringMatching(/\+09:00$/));
  const pages = await fhir(`Binary/${id}-1`, world.doctor.token);
  expect([pages.status, pages.type]).toEqual([200, 'application/pdf']);
  const direct = await (await world.call(`case/case/${id}/report`, world.doctor.token)).arrayBuffer();
  expect(pages.body).toEqual(direct);
  const data = Buffer.from(direct).toString('base64');
  const resource = { resourceType: 'Binary', id: `${id}-1`, contentType: 'application/pdf', data };
  expect(await read(`Binary/${id}-1?_format=json`)).toEqual(resource);
  const accepting = (accept: string) => fhir(`Binary/${id}-1`, world.doctor.token, { headers: { accept } });
  expect((await accepting('application/fhir+json')).body).toEqual(resource);
  expect((await accepting('application/pdf')).type).toBe('application/pdf');
});

test('each row of the table of results is an Observation, unless the report itself has it', async () => {
  await release();
  const answer = await world.call(`case/case/${String(case_id)}/report/data`, world.doctor.token);
  const document = reportDocument.parse(await answer.json());
  const expected = resultsOf(documentSource(document), leftOutOfFhir);
  const { entry = [], link } = await search(`Observation?patient=${String(case_id)}&_count=100`);
  const sent = entry.map(({ resource }) => validFhir(resource));
  expect(sent.map(({ id }) => id)).toEqual(expected.map(({ code }) => observationId(case_id, code)));
  expect(link?.map(({ relation }) => relation)).toEqual(['self']);
  expect(resultCodes.length).toBeLessThan(100);
  const [rate] = sent.filter(({ id }) => id === observationId(case_id, 'rate_mean'));
  expect(rate).toMatchObject({
    code: {
      coding: [
        { system: 'http://loinc.org', code: '8867-4' },
        { system: 'urn:iso:std:iso:11073:10101', code: '147842' },
        { system: 'urn:rhythmdesk:result', code: 'rate_mean' },
      ],
    },
    valueQuantity: { code: '/min', system: 'http://unitsofmeasure.org' },
  });
  for (const { id } of sent.slice(0, 3)) expect((await read(`Observation/${id ?? ''}`)).id).toBe(id);
  expect(found(await search('Observation?code=http://loinc.org|8867-4'))).toEqual(['match Observation']);
});

test('a page has at most as many matches as asked for, and its links lead to every match once', async () => {
  await release();
  const all = await search('Observation?_count=100');
  const ids: (string | undefined)[] = [];
  let next: string | undefined = 'Observation?_count=7';
  while (next !== undefined) {
    const page = await search(next);
    expect(page.entry?.length).toBeLessThanOrEqual(7);
    ids.push(...(page.entry ?? []).map(({ resource }) => resource?.id));
    next = page.link?.find(({ relation }) => relation === 'next')?.url.replace('/fhir/R4/', '');
  }
  expect(ids).toEqual(all.entry?.map(({ resource }) => resource?.id));
});

test('patient and request are those of the case; masked roles get no name', async () => {
  const id = String(case_id);
  const { db, carrier } = world;
  const [user] = await db.select().from(users).where(eq(users.id, carrier.id));
  const sent = { uploader_group_id: user?.user_group_id };
  await db.update(cases).set(sent).where(eq(cases.case_id, case_id));
  expect(await read(`Patient/${id}`)).toMatchObject({
    name: [{ family: '田中' }],
    birthDate: '1954-03-12',
    identifier: [{ value: 'P-7', system: `urn:rhythmdesk:hospital:${String(world.hospital)}:patient` }],
  });
  const masked = await read(`Patient/${id}`, carrier.token);
  expect(JSON.stringify(masked)).not.toMatch(/田中|1954/);
  expect(await read(`ServiceRequest/${id}`)).toMatchObject({
    status: 'active',
    reasonCode: [{ text: 'Palpitations' }],
  });
  expect(JSON.stringify(await read(`ServiceRequest/${id}`, carrier.token))).not.toContain('Palpitations');
  expect((await fhir(`DiagnosticReport/${id}`, carrier.token)).status).toBe(403);
});

test('searches find by identifier, status and time, and include what they are asked to', async () => {
  await release();
  const tokens = ['P-7', `urn:rhythmdesk:hospital:${String(world.hospital)}:patient|P-7`];
  for (const one of tokens)
    expect(found(await search(`Patient?identifier=${encodeURIComponent(one)}`))).toEqual(['match Patient']);
  expect(found(await search('Patient?identifier=other|P-7'))).toEqual([]);
  expect(found(await search('ServiceRequest?status=active,completed'))).toEqual(['match ServiceRequest']);
  expect(found(await search('ServiceRequest?status=revoked'))).toEqual([]);
  expect(found(await search('Task?_lastUpdated=ge2020-01-01&_lastUpdated=lt2100-01-01'))).toEqual([
    'match Task',
  ]);
  expect(found(await search('Task?_lastUpdated=lt2020-01-01'))).toEqual([]);
  const task = await read(`Task/${String(case_id)}`);
  const at = encodeURIComponent(task.meta?.lastUpdated ?? '');
  expect(found(await search(`Task?_lastUpdated=${at}`))).toEqual(['match Task']);
  expect(found(await search(`Task?_lastUpdated=gt${at}`))).toEqual([]);
  const whole = await search(
    'DiagnosticReport?_include=DiagnosticReport:subject&_include=DiagnosticReport:based-on',
  );
  expect(found(whole)).toEqual(['match DiagnosticReport', 'include Patient', 'include ServiceRequest']);
  expect(found(await search('DiagnosticReport', world.outsider.token))).toEqual([]);
});

test('versions, recorder, institutions and readers that a report refers to can be read', async () => {
  await release();
  const { db, technician, hospital, doctor, outsider } = world;
  await db.update(cases).set({ product_name: 'Patch 7' }).where(eq(cases.case_id, case_id));
  const id = String(case_id);
  const versions = await search(`DocumentReference?patient=${id}`);
  expect(versions.entry?.map(({ resource }) => validFhir(resource))).toMatchObject([
    { id: `${id}-1`, status: 'current', docStatus: 'final' },
  ]);
  expect((await read(`DocumentReference/${id}-1`)).id).toBe(`${id}-1`);
  expect(await read(`Device/${id}`)).toMatchObject({ deviceName: [{ name: 'Patch 7' }] });
  expect(found(await search(`Device?patient=${id}`))).toEqual(['match Device']);
  expect(await read(`Organization/${String(hospital)}`)).toMatchObject({ name: 'Hospital' });
  expect((await read(`Practitioner/${String(technician.id)}`)).resourceType).toBe('Practitioner');
  for (const one of [
    `Organization/${String(hospital)}`,
    `Practitioner/${String(technician.id)}`,
    `Device/${id}`,
  ])
    expect([one, (await fhir(one, outsider.token)).status]).toEqual([one, 404]);
  expect((await fhir(`Practitioner/${String(doctor.id)}`, doctor.token)).status).toBe(404);
});

test('errors are outcomes with the status that FHIR requires', async () => {
  const { doctor, outsider } = world;
  const expected = [
    ['Patient/999999999', doctor.token, 404, 'not-found'],
    [`Patient/${String(case_id)}`, outsider.token, 404, 'not-found'],
    [`Patient/${String(case_id)}`, null, 401, 'login'],
    ['Patient?colour=red', doctor.token, 400, 'invalid'],
    ['Patient?_count=1000', doctor.token, 400, 'invalid'],
    ['Task?_lastUpdated=2026-02-30', doctor.token, 400, 'invalid'],
    ['Task?_include=Task:colour', doctor.token, 400, 'invalid'],
    ['Medication/1', doctor.token, 404, 'not-found'],
    [`Observation/${String(case_id)}-none`, doctor.token, 404, 'not-found'],
    [`Binary/${String(case_id)}-99`, doctor.token, 404, 'not-found'],
  ] as const;
  for (const [address, token, status, code] of expected) {
    const answer = await fhir(address, token);
    expect([address, answer.status]).toEqual([address, status]);
    expect(validFhir(answer.body)).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code }] });
  }
  expect((await fhir('Patient', doctor.token, { method: 'DELETE' })).status).toBe(404);
});

test('the CapabilityStatement needs no session and lists every kind with its searches', async () => {
  const { body } = await fhir('metadata', null);
  const statement = validFhir(body);
  expect(statement).toMatchObject({ resourceType: 'CapabilityStatement', fhirVersion: '4.0.1' });
  const kinds = [
    ...['Patient', 'ServiceRequest', 'Task', 'DiagnosticReport', 'Observation', 'DocumentReference'],
    ...['Device', 'Organization', 'Practitioner', 'Binary'],
  ];
  expect(statement).toMatchObject({ rest: [{ resource: kinds.map((type) => ({ type })) }] });
});

test('the examples of the documentation return what it says', async () => {
  await release();
  const file = path.join(import.meta.dirname, '../../../../../docs/integration.md');
  const examples = [...(await readFile(file, 'utf8')).matchAll(/^GET \/fhir\/R4\/(\S+)$/gm)];
  expect(examples.length).toBeGreaterThan(5);
  for (const [, example = ''] of examples) {
    const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
    const asked = example.replaceAll('{case}', String(case_id)).replaceAll('{hn_id}', row?.hn_id ?? '');
    const { status, body } = await fhir(asked, world.doctor.token);
    expect([asked, status]).toEqual([asked, 200]);
    if (!asked.startsWith('Binary')) validFhir(body);
  }
});

test('the forms of the documentation find what the same search by address finds', async () => {
  await release();
  const file = path.join(import.meta.dirname, '../../../../../docs/integration.md');
  const forms = [...(await readFile(file, 'utf8')).matchAll(/^POST \/fhir\/R4\/(\S+)\/_search\n\n(\S+)$/gm)];
  expect(forms.length).toBeGreaterThan(0);
  for (const [, kind = '', form = ''] of forms) {
    const answer = await fetch(`${world.address}/fhir/R4/${kind}/_search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.doctor.token}` },
      body: new URLSearchParams(form),
    });
    expect(answer.status).toBe(200);
    const body = bundle.parse(validFhir(await answer.json()));
    expect(found(body)).toEqual([`match ${kind}`]);
    expect(body).toEqual((await fhir(`${kind}?${form}`, world.doctor.token)).body);
  }
});
