/** Tests the searches of the FHIR interface by status, times, name and number, and what they include. */
import type { Bundle } from '@medplum/fhirtypes';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { cases, reportVersions } from '../../platform/db/schema/cases.ts';
import { erasePatientOf } from '../../testing/test-erased.ts';
import { bundle, fhirReader, validFhir } from '../../testing/test-fhir.ts';
import { institutionWorld } from '../../testing/test-institutions.ts';

let world: Awaited<ReturnType<typeof institutionWorld>>;
let fhir: ReturnType<typeof fhirReader>;
let released: number;
let amended: number;
let pending: number;
let issued: string;

beforeAll(async () => {
  world = await institutionWorld();
  fhir = fhirReader(world.address);
});
beforeAll(async () => {
  released = await world.caseIn('complete');
  amended = await world.caseIn('complete');
  pending = await world.caseIn('review');
  const { db } = world;
  const [first] = await db.select().from(reportVersions).where(eq(reportVersions.case_id, amended));
  if (first === undefined) throw new Error('the case has no report');
  const released_at = new Date((first.released_at?.getTime() ?? 0) + 60_000);
  const report_version = first.report_version + 1;
  await db.insert(reportVersions).values({ ...first, report_version, released_at });
  // A version that was replaced before the case was completed never went out.
  const [only] = await db.select().from(reportVersions).where(eq(reportVersions.case_id, released));
  if (only === undefined) throw new Error('the case has no report');
  await db.insert(reportVersions).values({ ...only, report_version: only.report_version + 1 });
  const [last] = await db.select().from(reportVersions).where(eq(reportVersions.case_id, released));
  issued = last?.released_at?.toISOString() ?? '';
});

const search = async (address: string, who = 'doctor'): Promise<Bundle> => {
  const { status, body } = await fhir(address, world.person(who).token);
  expect([address, status]).toEqual([address, 200]);
  return bundle.parse(validFhir(body));
};
const idsOf = ({ entry = [] }: Bundle): number[] => entry.map(({ resource }) => Number(resource?.id));
const kindsOf = ({ entry = [] }: Bundle): string[] =>
  entry.map(({ resource, search: mode }) => `${mode?.mode ?? ''} ${resource?.resourceType ?? ''}`);

test('reports are found by the status that the caller sees', async () => {
  const found = async (status: string, who?: string) =>
    idsOf(await search(`DiagnosticReport?status=${status}`, who));
  expect(await found('final')).toEqual([released]);
  expect(await found('amended')).toEqual([amended]);
  expect(await found('final,amended')).toEqual([amended, released]);
  expect(await found('preliminary')).toEqual([]);
  expect(await found('preliminary', 'technician')).toEqual([pending]);
  expect(await found('registered')).toEqual([]);
});

test('reports are found by their release and by the time of their recording', async () => {
  const found = async (query: string) => idsOf(await search(`DiagnosticReport?${query}`));
  const day = issued.slice(0, 10);
  expect(await found(`issued=${issued}`)).toContain(released);
  expect(await found(`issued=ge${day}&status=final`)).toEqual([released]);
  expect(await found(`issued=lt${day}`)).toEqual([]);
  expect(await found(`issued=gt${issued}&status=final`)).toEqual([]);
  // The recordings begin on 2026-11-05 at midnight in UTC, nine in the morning in Seoul, and take 30 minutes.
  expect(await found('date=2026-11-05')).toEqual([amended, released]);
  expect(await found('date=ge2026-11-05T00:20:00Z')).toEqual([amended, released]);
  expect(await found('date=gt2026-11-05')).toEqual([]);
  expect(await found('date=le2026-11-05T00:10:00Z')).toEqual([amended, released]);
  expect(await found('date=lt2026-11-05')).toEqual([]);
  expect(await found('date=ge2026-11-05T09:20:00')).toEqual([amended, released]);
  expect(await found('date=ge2026-11-05T09:31:00')).toEqual([]);
  // A bound is as long as its precision: a second, a minute, a month, a year.
  expect(await found(`issued=${issued.slice(0, 19)}Z`)).toContain(released);
  expect(await found(`issued=${issued.slice(0, 16)}Z`)).toContain(released);
  expect(await found(`issued=gt${issued.slice(0, 16)}Z&status=final`)).toEqual([]);
  expect(await found('date=2026-11')).toEqual([amended, released]);
  expect(await found('date=2026')).toEqual([amended, released]);
  expect(await found('date=gt2026-11')).toEqual([]);
  // An open end of a range, as some programs write it.
  expect(await found('date=ge0001-01-01&date=le9999-12-31')).toEqual([amended, released]);
  expect(await found('date=lt0000')).toEqual([]);
  expect(await found('date=le2026-10')).toEqual([]);
  expect(await found('date=ge2026-12')).toEqual([]);
  expect((await fhir('DiagnosticReport?date=2026-13', world.person('doctor').token)).status).toBe(400);
  expect((await fhir('DiagnosticReport?issued=2026-02-30', world.person('doctor').token)).status).toBe(400);
});

test('matches are counted exactly, alone and beside them', async () => {
  const count = await search('ServiceRequest?_summary=count');
  expect(count).toMatchObject({ total: 3 });
  expect(count.entry).toBeUndefined();
  const page = await search('Task?_total=accurate&_count=1&status=completed');
  expect([page.total, page.entry?.length]).toEqual([2, 1]);
  expect((await search('Patient?_summary=count', 'far doctor')).total).toBe(0);
  expect((await fhir('Observation?_summary=count', world.person('doctor').token)).status).toBe(400);
});

test('what refers to a match is included, as far as its own route returns it', async () => {
  const id = String(released);
  const address = `ServiceRequest?_id=${id}&_revinclude=DiagnosticReport:based-on&_revinclude=Task:focus`;
  const all = ['match ServiceRequest', 'include DiagnosticReport', 'include Task'];
  expect(kindsOf(await search(address))).toEqual(all);
  const ofPatient = `Patient?_id=${id}&_revinclude=DiagnosticReport:subject`;
  expect(kindsOf(await search(ofPatient))).toEqual(['match Patient', 'include DiagnosticReport']);
  await world.giveReason(released);
  expect(kindsOf(await search(ofPatient, 'admin'))).toEqual(['match Patient']);
  expect(kindsOf(await search(ofPatient, 'distributer'))).toEqual(['match Patient']);
  const wrong = await fhir('Patient?_revinclude=Patient:link', world.person('doctor').token);
  expect(wrong.status).toBe(400);
});

test('institutions and readers of the own cases are found by name, page by page', async () => {
  const names = ({ entry = [] }: Bundle) =>
    entry.map(({ resource }) => (resource?.resourceType === 'Organization' ? resource.name : undefined));
  expect(names(await search('Organization'))).toEqual(['Center', 'Hospital']);
  expect(names(await search('Organization?name=hosp'))).toEqual(['Hospital']);
  expect(names(await search('Organization', 'far doctor'))).toEqual(['Far hospital']);
  const first = await search('Organization?_count=1');
  const next = first.link?.find(({ relation }) => relation === 'next')?.url.replace('/fhir/R4/', '') ?? '';
  const second = await search(next);
  expect([names(first), names(second)]).toEqual([['Center'], ['Hospital']]);
  expect(second.link?.map(({ relation }) => relation)).toEqual(['self']);
  const technician = world.person('technician').id;
  expect(idsOf(await search('Practitioner'))).toEqual([technician]);
  expect(idsOf(await search(`Practitioner?_id=${String(technician)}&name=technician`))).toEqual([technician]);
  expect(idsOf(await search('Practitioner?name=nobody'))).toEqual([]);
  expect(idsOf(await search('Practitioner', 'far doctor'))).toEqual([]);
  await world.db
    .update(cases)
    .set({ hospital_id: await world.idOf('Neighbour') })
    .where(eq(cases.case_id, pending));
  expect(names(await search('Organization', 'technician'))).toEqual(['Center', 'Hospital', 'Neighbour']);
});

test('a case of an erased patient is neither found nor counted', async () => {
  const case_id = await world.caseIn('complete');
  const id = String(case_id);
  const counted = ['Patient?_id', 'Task?patient', 'ServiceRequest?patient'];
  const entries = async (): Promise<number[]> => {
    const found = ['DiagnosticReport?patient', 'DocumentReference?patient', ...counted].map(
      async (query) => ((await search(`${query}=${id}`)).entry ?? []).length,
    );
    const totals = counted.map(async (query) => (await search(`${query}=${id}&_summary=count`)).total ?? -1);
    return Promise.all([...found, ...totals]);
  };
  expect(await entries()).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  await erasePatientOf(world.db, case_id, world.person('admin').id);
  expect(await entries()).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  expect((await fhir(`DiagnosticReport/${id}`, world.person('doctor').token)).status).toBe(410);
});
