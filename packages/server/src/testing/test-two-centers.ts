/**
 * Creates two centers with a hospital each, a second hospital of the first center, and one user of every role in every
 * place that the role can have; brings cases to any status by acts of their own users. For the matrix tests.
 */
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import type { CaseStatus } from '@rhythmdesk/domain/case/status';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import { eq } from 'drizzle-orm';
import { caseFiles, cases } from '../platform/db/schema/cases.ts';
import { auditLog } from '../platform/db/schema/operations.ts';
import { recordings } from '../platform/db/schema/recordings.ts';
import type { startWebPart } from './test-web-part.ts';

export type Person = {
  readonly name: string;
  readonly role_key: RoleKey;
  readonly id: number;
  readonly token: string;
};

type TestUser = readonly [name: string, role_key: RoleKey, group: string];

/** `far` is the side of the other center; the neighbour shares the center but not the hospital. */
const places: readonly TestUser[] = [
  ['carrier', 'LOGISTICS', 'carriers'],
  ['far carrier', 'LOGISTICS', 'farCarriers'],
  ['doctor', 'DOCTOR', 'hospital'],
  ['neighbour doctor', 'DOCTOR', 'neighbour'],
  ['far doctor', 'DOCTOR', 'farHospital'],
  ['technician', 'TECHNICIAN', 'center'],
  ['colleague', 'TECHNICIAN', 'center'],
  ['far technician', 'TECHNICIAN', 'otherCenter'],
  ['chief', 'CHIEF', 'center'],
  ['far chief', 'CHIEF', 'otherCenter'],
  ['manager', 'MANAGER', 'hospital'],
  ['neighbour manager', 'MANAGER', 'neighbour'],
  ['center', 'CENTER', 'center'],
  ['far center', 'CENTER', 'otherCenter'],
  ['distributer', 'DISTRIBUTER', 'network'],
  ['far distributer', 'DISTRIBUTER', 'farNetwork'],
  ['admin', 'ADMIN', 'office'],
];

type Server = Awaited<ReturnType<typeof startWebPart>>;

async function addGroups({ addGroup, serve }: Server): Promise<Record<string, number>> {
  const center = await addGroup('tech_center', 'Center');
  const otherCenter = await addGroup('tech_center', 'Other center');
  const groups = {
    center,
    otherCenter,
    team: await addGroup('team', 'Team', center),
    hospital: await addGroup('hospital', 'Hospital', center),
    neighbour: await addGroup('hospital', 'Neighbour', center),
    farHospital: await addGroup('hospital', 'Far hospital', otherCenter),
    carriers: await addGroup('logistics', 'Carriers'),
    farCarriers: await addGroup('logistics', 'Far carriers'),
    network: await addGroup('distributer', 'Network'),
    farNetwork: await addGroup('distributer', 'Far network'),
    office: await addGroup('admin', 'Office'),
  };
  for (const served of [groups.carriers, groups.network]) await serve(served, groups.hospital);
  for (const served of [groups.farCarriers, groups.farNetwork]) await serve(served, groups.farHospital);
  return groups;
}

export async function tenantsOf(server: Server) {
  const groups = await addGroups(server);
  const people = new Map<string, Person>();
  for (const [name, role_key, group] of places) {
    const made = await server.addUser(name.replace(/ /g, ''), role_key, groups[group] ?? 0);
    people.set(name, { name, role_key, ...made });
  }
  const person = (name: string): Person => {
    const found = people.get(name);
    if (found === undefined) throw new Error(`nobody is called ${name}`);
    return found;
  };
  return { ...server, people, person, ...casesOf(server, person, groups['team'] ?? 0) };
}

type Steps = readonly (readonly [CaseAction, string])[];
const toReview: Steps = [
  ['request', 'doctor'],
  ['assign-to-me', 'technician'],
  ['start', 'technician'],
  ['review-request', 'technician'],
];
const toComplete: Steps = [...toReview, ['complete', 'technician']];

const pathTo: Readonly<Record<CaseStatus, Steps>> = {
  ready: [],
  request: toReview.slice(0, 1),
  assigned: toReview.slice(0, 2),
  start: toReview.slice(0, 3),
  review: toReview,
  complete: toComplete,
  edit: [...toComplete, ['request-editing', 'doctor']],
};

async function addRecording({ db }: Server, case_id: number): Promise<void> {
  await db.insert(recordings).values({
    case_id,
    start_ms: 0,
    sampling_hz: 250,
    samples: 450_000,
    leads: [],
    pyramid: { header_bytes: 160, top_level: 1, level_sha256: [] },
    trace_sha256: '0'.repeat(64),
    gaps: [],
    events: [],
    hours: [],
    sparkline: Buffer.alloc(324, 255),
    analysable_share: 1,
    view_mismatches: 0,
  });
  const file = {
    case_id,
    side: 'request',
    filename: 'Report.pdf',
    media_type: 'application/pdf',
    size_bytes: 1,
  };
  await db.insert(caseFiles).values({ ...file, kind: 'report', sha256: 'a'.repeat(64) });
  const start = { recording_start: new Date('2026-11-05T00:00:00Z'), recording_seconds: 1800 };
  await db.update(cases).set(start).where(eq(cases.case_id, case_id));
}

const patient = { patient_id: '1', patient_last_name: '田中', birth_date: '1954-03-12', gender: 'female' };

async function readyCase(server: Server, doctor: Person, serial: number): Promise<number> {
  const body = { ...patient, hn_id: `HNT${String(serial).padStart(6, '0')}` };
  const answer = await server.call('case/case', doctor.token, { method: 'POST', body });
  const made: unknown = await answer.json();
  const case_id: unknown = typeof made === 'object' && made !== null ? Reflect.get(made, 'case_id') : null;
  if (typeof case_id !== 'number') throw new Error('the case was not made');
  await addRecording(server, case_id);
  return case_id;
}

/** Writes the reason that an administrator must give to the audit log, as opening the case would. */
async function giveReason({ db }: Server, admin: Person, case_id: number): Promise<void> {
  await db.insert(auditLog).values({
    user_id: admin.id,
    kind: 'read',
    action: 'case.open',
    target: '',
    case_id,
    reason: 'test',
    request_id: 'test',
  });
}

function casesOf(server: Server, person: (name: string) => Person, team_id: number) {
  const { db, call, password } = server;
  let serial = 0;
  const version = async (case_id: number): Promise<number> => {
    const [row] = await db.select({ version: cases.version }).from(cases).where(eq(cases.case_id, case_id));
    return row?.version ?? 0;
  };
  /** Returns the response of one action, sent with everything that any action may need. */
  const act = async (case_id: number, action: CaseAction, who: Person, at?: number): Promise<Response> =>
    call(`case/case/${String(case_id)}/${action}`, who.token, {
      method: 'POST',
      body: {
        version: at ?? (await version(case_id)),
        comment: 'because',
        technician_id: person('colleague').id,
        confirmer_id: person('chief').id,
        team_id,
        password,
      },
    });
  const adopt = async (case_id: number): Promise<void> => {
    const body = { version: await version(case_id) };
    const path = `case/case/${String(case_id)}/adopt-report`;
    await call(path, person('technician').token, { method: 'POST', body });
  };
  /** Creates a case of the hospital in that status, by the acts of its own users. */
  const caseIn = async (status: CaseStatus): Promise<number> => {
    serial += 1;
    const case_id = await readyCase(server, person('doctor'), serial);
    for (const [action, who] of pathTo[status]) {
      if (action === 'review-request') await adopt(case_id);
      const answer = await act(case_id, action, person(who));
      if (answer.status !== 200) throw new Error(`${action}: ${await answer.text()}`);
    }
    return case_id;
  };
  return {
    act,
    caseIn,
    version,
    giveReason: (case_id: number) => giveReason(server, person('admin'), case_id),
  };
}
