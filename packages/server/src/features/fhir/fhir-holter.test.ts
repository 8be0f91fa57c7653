/** Tests the form of the draft Belgian Holter profile on a case with a released report, against its constraints. */
import type { Bundle, Resource } from '@medplum/fhirtypes';
import { reportDocument } from '@rhythmdesk/contract/report-document';
import { ecgFindingOf } from '@rhythmdesk/domain/results/ecg-findings';
import { resultCodes } from '@rhythmdesk/domain/results/result-table';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { cases, reportVersions } from '../../platform/db/schema/cases.ts';
import { users } from '../../platform/db/schema/people.ts';
import { readCaseRecord } from '../../records/cases/case-record.ts';
import { criticalWorld, type CriticalWorld } from '../../testing/test-critical.ts';
import { bundle, fhirReader, validFhir } from '../../testing/test-fhir.ts';
import { holterObservation, holterReport, validHolter } from '../../testing/test-holter-profile.ts';
import { holterObservationsOf, leftOutOfHolterProfile } from './holter-profile.ts';
import { seenReport } from './report-resources.ts';

let world: CriticalWorld;
let case_id: number;
let fhir: ReturnType<typeof fhirReader>;

/** An episode of fibrillation, one of tachycardia, one without a code, and six of the kind of which five are listed. */
async function addEpisodes(): Promise<void> {
  const reader = await world.reader(case_id);
  const episode = (rhythm: 'af' | 'vt' | 'svt' | 'tachy', first: number, last: number): ReadingEdit => ({
    kind: 'add_episode',
    rhythm,
    start_sample: reader.sampleAt(first),
    end_sample: reader.sampleAt(last),
  });
  const runs = [0, 1, 2, 3, 4, 5].map((i) => episode('svt', 30 + 5 * i, 33 + 5 * i));
  await reader.write(episode('vt', 3, 8), episode('af', 12, 24), episode('tachy', 62, 64), ...runs);
}

beforeAll(async () => {
  world = await criticalWorld();
  fhir = fhirReader(world.address);
});
beforeAll(async () => {
  case_id = await world.workedCase();
  await addEpisodes();
});
beforeAll(async () => {
  const { technician, call, db } = world;
  await db.update(cases).set({ technician_comment: 'Fibrillation.' }).where(eq(cases.case_id, case_id));
  const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
  const body = { version: row?.version, language: 'en' };
  const path = `case/case/${String(case_id)}/make-report`;
  expect((await call(path, technician.token, { method: 'POST', body })).status).toBe(200);
  const released = { released_at: new Date() };
  await db.update(reportVersions).set(released).where(eq(reportVersions.case_id, case_id));
});

const profile = (url: string): string => `_profile=${encodeURIComponent(url)}`;

async function read(address: string): Promise<Resource> {
  const { status, body } = await fhir(address, world.doctor.token);
  expect([address, status]).toEqual([address, 200]);
  return validFhir(body);
}
const search = async (address: string): Promise<Bundle> => bundle.parse(await read(address));
const found = ({ entry = [] }: Bundle): Resource[] =>
  entry.flatMap(({ resource }) => (resource === undefined ? [] : [resource]));
const reportAddress = () => `DiagnosticReport/${String(case_id)}`;
const episodes = async () => found(await search(`Observation?${profile(holterObservation)}&_count=100`));

test('the validator refuses what the profile forbids', async () => {
  const known = await episodes();
  const report = await read(`${reportAddress()}?${profile(holterReport)}`);
  expect(() => validHolter(report, known)).not.toThrow();
  const refused = (change: object, reason: string) => {
    expect(() => validHolter({ ...report, ...change }, known)).toThrow(reason);
  };
  refused({ meta: {} }, 'meta.profile');
  refused({ code: { coding: [{ system: 'http://loinc.org', code: '11524-6' }] } }, 'code');
  refused({ effectivePeriod: undefined }, 'effective');
  refused({ effectivePeriod: undefined, effectiveDateTime: '2026-11-05' }, 'effective');
  refused({ result: [{ reference: `Observation/${String(case_id)}-rate-mean` }] }, 'result');
  const [episode] = known;
  expect(() => validHolter(episode)).not.toThrow();
  const wrong = (change: object, reason: string) => {
    expect(() => validHolter({ ...episode, ...change })).toThrow(reason);
  };
  wrong({ meta: {} }, 'meta.profile');
  wrong({ code: { coding: [{ system: 'http://snomed.info/sct', code: '49436004' }] } }, 'code');
  wrong({ valueCodeableConcept: { text: 'AF' } }, 'value');
  wrong({ valueCodeableConcept: undefined, valueQuantity: { value: 3 } }, 'value');
  wrong({ effectivePeriod: undefined }, 'effective');
  const qt = { coding: [{ system: 'http://loinc.org', code: '8634-8' }] };
  wrong({ component: [{ code: qt }] }, 'component.code');
  const rate = { coding: [{ system: 'http://loinc.org', code: '8867-4' }] };
  const quantity = { value: 71, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' };
  wrong({ component: [{ code: rate, valueQuantity: quantity }] }, 'component.value');
  const [plain] = found(await search('Observation?code=8867-4'));
  expect(() => validHolter({ ...plain, meta: { profile: [holterObservation] } })).toThrow('code');
});

test('a report is plain R4 unless its profile is asked for', async () => {
  const plain = await read(reportAddress());
  if (plain.resourceType !== 'DiagnosticReport') throw new Error(plain.resourceType);
  expect(plain.meta?.profile).toBeUndefined();
  const profiled = await read(`${reportAddress()}?${profile(`${holterReport}|0.1.0`)}`);
  expect(profiled).toMatchObject({
    id: plain.id,
    meta: { profile: [holterReport], versionId: plain.meta?.versionId },
    status: 'final',
    conclusion: 'Fibrillation.',
    presentedForm: [{ contentType: 'application/pdf' }],
  });
  const { result: figures, meta: _, ...rest } = plain;
  expect(profiled).toMatchObject(rest);
  expect(Reflect.get(profiled, 'result')).not.toEqual(figures);
  expect(found(await search('DiagnosticReport'))).toEqual([plain]);
  const included = '_include=DiagnosticReport:result';
  const [report, ...results] = found(await search(`DiagnosticReport?${profile(holterReport)}&${included}`));
  expect(report).toEqual(profiled);
  expect(results).toEqual(await episodes());
  for (const one of [report, ...results]) validHolter(one, results);
});

test('each listed episode with a code is a finding with its time and its rate, and no other', async () => {
  const answer = await world.call(`case/case/${String(case_id)}/report/data`, world.doctor.token);
  const { figures, recording } = reportDocument.parse(await answer.json());
  const coded = figures.longest.filter(({ kind }) => ecgFindingOf(kind) !== undefined);
  expect(coded.map(({ kind }) => kind)).toEqual(['vt', 'af', 'svt', 'svt', 'svt', 'svt', 'svt']);
  expect(figures.longest.map(({ kind }) => kind)).toContain('tachy');
  const sent = await episodes();
  const hourMs = 3_600_000;
  /** The hospital is in Seoul, nine hours before UTC all year. */
  const at = (sample: number): string => {
    const atMs = Date.parse(recording.start) + (1000 * sample) / figures.summary.sampling_hz;
    return new Date(atMs + 9 * hourMs).toISOString().replace('Z', '+09:00');
  };
  expect(sent).toMatchObject(
    coded.map(({ kind, start_sample, end_sample }) => ({
      id: `${String(case_id)}-${kind}-${String(start_sample)}`,
      effectivePeriod: { start: at(start_sample), end: at(end_sample) },
      code: { coding: [ecgFindingOf(kind)] },
      valueCodeableConcept: { coding: [ecgFindingOf(kind)] },
      subject: { reference: `Patient/${String(case_id)}` },
      component: [{ valueQuantity: { code: '/min' } }],
    })),
  );
  for (const { id = '' } of sent) expect((await read(`Observation/${id}`)).id).toBe(id);
  const notes = sent.map((one): unknown => Reflect.get(one, 'note'));
  const part = [{ text: 'One of the 5 longest of 6 episodes of this kind.' }];
  expect(notes).toEqual([undefined, undefined, part, part, part, part, part]);
  const svt = `Observation?${profile(holterObservation)}&code=http://snomed.info/sct|426761007`;
  expect(found(await search(svt))).toHaveLength(5);
});

test('an episode that no reader judged is preliminary', async () => {
  const { db, doctor } = world;
  const [record, [doctorRow]] = await Promise.all([
    readCaseRecord(db, case_id),
    db.select().from(users).where(eq(users.id, doctor.id)),
  ]);
  const actor = { role_key: 'DOCTOR', group_type: 'hospital', tech_center_id: null } as const;
  const reader = {
    ...actor,
    id: doctor.id,
    user_group_id: doctorRow?.user_group_id ?? 0,
    assigned_group_ids: [],
  };
  const seen = record === null ? null : await seenReport(db, { actor: reader }, record);
  if (record === null || seen === null || seen.document === null) throw new Error('the case has no report');
  const { figures } = seen.document;
  const longest = figures.longest.map(
    (one) => ({ ...one, state: one.kind === 'af' ? 'open' : 'accepted' }) as const,
  );
  const document = { ...seen.document, figures: { ...figures, longest } };
  const statuses = holterObservationsOf(record, { ...seen, document }).map(({ status }) => status);
  expect(statuses.slice(0, 3)).toEqual(['final', 'preliminary', 'final']);
});

test('a report without the time of its recording does not conform and is not found', async () => {
  await world.db.update(cases).set({ recording_start: null }).where(eq(cases.case_id, case_id));
  expect(found(await search(`DiagnosticReport?${profile(holterReport)}`))).toEqual([]);
  expect((await fhir(`${reportAddress()}?${profile(holterReport)}`, world.doctor.token)).status).toBe(404);
  expect((await read(reportAddress())).resourceType).toBe('DiagnosticReport');
});

test('another profile is refused, and the CapabilityStatement names those that are offered', async () => {
  const { doctor } = world;
  for (const address of [
    `DiagnosticReport?${profile(holterObservation)}`,
    `DiagnosticReport?${profile(`${holterReport}|9.0.0`)}`,
    `Observation?${profile('http://hl7.org/fhir/StructureDefinition/bp')}`,
    `Patient?${profile(holterReport)}`,
  ])
    expect([address, (await fhir(address, doctor.token)).status]).toEqual([address, 400]);
  const { body } = await fhir('metadata', null);
  const statement = validFhir(body);
  if (statement.resourceType !== 'CapabilityStatement') throw new Error(statement.resourceType);
  const offered = (statement.rest?.[0]?.resource ?? []).flatMap(({ type, supportedProfile, searchParam }) => {
    const parameter = searchParam?.find(({ name }) => name === '_profile');
    return supportedProfile === undefined ? [] : [[type, supportedProfile, parameter?.type]];
  });
  expect(offered).toEqual([
    ['DiagnosticReport', [holterReport], 'uri'],
    ['Observation', [holterObservation], 'uri'],
  ]);
});

test('every row of the table of results is an episode or has a reason', () => {
  const rows = resultCodes.filter((code) => !Object.hasOwn(leftOutOfHolterProfile, code));
  expect(rows).toEqual([
    ...['af_episodes', 'v_runs', 'v_couplets', 's_runs'],
    ...['afl', 'nodal', 'ivr', 'vt', 'vf', 'avb1', 'wenckebach', 'mobitz', 'avb_2to1', 'avb3'].map(
      (kind) => `finding_${kind}`,
    ),
    ...['finding_paced', 'finding_asystole', 'finding_brady'],
  ]);
});
