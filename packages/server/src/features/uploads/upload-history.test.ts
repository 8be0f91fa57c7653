/**
 * Tests the upload history: who sees which uploads, what of their patients, and every filter against a simple query.
 */
import { uploadRow, uploadSortKeys, type UploadRow } from '@rhythmdesk/contract/uploads';
import { uploadOutcomes } from '@rhythmdesk/domain/case/upload-outcome';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { cases } from '../../platform/db/schema/cases.ts';
import { users } from '../../platform/db/schema/people.ts';
import { uploads } from '../../platform/db/schema/recordings.ts';
import { linesOfAnswer } from '../../platform/spreadsheet/test-read-sheet.ts';
import { tenants } from '../../testing/test-tenants.ts';

let world: Awaited<ReturnType<typeof tenants>>;
const groups = new Map<string, number>();
const dayMs = 86_400_000;
const today = new Date(Math.floor(Date.now() / dayMs) * dayMs);
const ago = (days: number): Date => new Date(today.getTime() - days * dayMs);
const answerShape = z.object({ items: z.array(uploadRow), total: z.number() });

let serial = 0;
type Given = Partial<typeof uploads.$inferInsert>;

/** Adds an upload of this user for a hospital; by default it was done today. */
async function add(who: string, hospital: string, given: Given = {}): Promise<string> {
  serial += 1;
  const upload_id = `upload-${String(serial).padStart(4, '0')}`;
  const created_at = given.created_at ?? ago(0);
  await world.db.insert(uploads).values({
    upload_id,
    user_id: world.person(who).id,
    user_group_id: groups.get(who) ?? 0,
    hospital_id: groups.get(hospital) ?? 0,
    filename: `patch_${String(serial)}.zip`,
    hn_id: `HNU${String(serial).padStart(6, '0')}`,
    size_bytes: 1000,
    received_bytes: 1000,
    state: 'done',
    capability_hash: Buffer.alloc(32),
    capability_expires_at: created_at,
    finished_at: created_at,
    ...given,
    created_at,
  });
  return upload_id;
}

async function historyOf(who: string, query = 'size=100'): Promise<{ items: UploadRow[]; total: number }> {
  const answer = await world.call(`upload/history?${query}`, world.person(who).token);
  if (answer.status !== 200) throw new Error(await answer.text());
  return answerShape.parse(await answer.json());
}
const idsOf = async (who: string, query?: string) =>
  (await historyOf(who, query)).items.map(({ upload_id }) => upload_id);
const rowFor = async (who: string, upload_id: string) =>
  (await historyOf(who)).items.find((row) => row.upload_id === upload_id);
const codeFor = async (query: string): Promise<string> => {
  const answer = await world.call(`upload/history?${query}`, world.person('doctor').token);
  return z.object({ code: z.string() }).parse(await answer.json()).code;
};

/** Returns the text of every cell of the exported sheet. */
async function sheetOf(who: string, query = ''): Promise<string> {
  const answer = await world.call(`upload/export?${query}`, world.person(who).token);
  expect(answer.status).toBe(200);
  return JSON.stringify(await linesOfAnswer(answer));
}

let byDoctor: string;
let byCarrier: string;
let unseen: string;

beforeAll(async () => {
  world = await tenants();
  for (const { id, name } of world.people.values()) {
    const [row] = await world.db.select().from(users).where(eq(users.id, id));
    groups.set(name, row?.user_group_id ?? 0);
  }
  const own = await world.caseIn('assigned');
  const carried = await world.caseIn('ready');
  const carrierGroup = groups.get('carrier') ?? 0;
  await world.db.update(cases).set({ uploader_group_id: carrierGroup }).where(eq(cases.case_id, carried));
  byDoctor = await add('doctor', 'doctor', { case_id: own });
  byCarrier = await add('carrier', 'doctor', { case_id: carried });
  unseen = await add('carrier', 'doctor', { case_id: own });
  await add('far doctor', 'far doctor');
});

test('users see the uploads of their scope, and a role without the permission gets 403', async () => {
  const all = [byDoctor, byCarrier, unseen];
  const expected: Readonly<Record<string, readonly string[] | 403>> = {
    carrier: [byCarrier, unseen],
    'far carrier': [],
    doctor: all,
    'neighbour doctor': [],
    technician: 403,
    colleague: 403,
    'far technician': 403,
    chief: 403,
    'far chief': 403,
    manager: all,
    'neighbour manager': [],
    center: all,
    distributer: 403,
    'far distributer': 403,
  };
  for (const [who, uploadsSeen] of Object.entries(expected)) {
    for (const path of ['history', 'senders', 'export']) {
      const { status } = await world.call(`upload/${path}`, world.person(who).token);
      expect([who, path, status]).toEqual([who, path, uploadsSeen === 403 ? 403 : 200]);
    }
    if (uploadsSeen === 403) continue;
    expect([who, (await idsOf(who)).sort()]).toEqual([who, [...uploadsSeen].sort()]);
    const sheet = await sheetOf(who);
    for (const [index, upload] of all.entries()) {
      const filename = `"patch_${String(index + 1)}.zip"`;
      expect([who, sheet.includes(filename)]).toEqual([who, uploadsSeen.includes(upload)]);
    }
  }
  expect((await historyOf('admin')).total).toBe(4);
  expect((await historyOf('far center')).total).toBe(1);
});

test('the case is shown beside its upload to users who may see it, its patient masked by the matrix', async () => {
  expect(await rowFor('doctor', byDoctor)).toMatchObject({
    patient_last_name: '田中',
    case: { status: 'assigned', closed: false },
    outcome: 'done',
  });
  expect(await rowFor('carrier', byCarrier)).toMatchObject({
    patient_last_name: '田＊＊',
    case: { status: 'ready' },
  });
  expect(await rowFor('carrier', unseen)).toMatchObject({ patient_last_name: null, case: null });
  expect(await rowFor('doctor', unseen)).toMatchObject({ patient_last_name: '田中' });
});

test('users who see masked names find nothing by them and export none', async () => {
  const name = `q=${encodeURIComponent('田 中')}`;
  expect((await idsOf('doctor', name)).sort()).toEqual([byDoctor, byCarrier, unseen].sort());
  expect(await idsOf('carrier', name)).toEqual([]);
  expect(await sheetOf('doctor')).toContain('田中');
  expect(await sheetOf('carrier')).toContain('田＊＊');
  expect(await sheetOf('carrier')).not.toContain('田中');
});

test('a patient of an upload without a case is masked and searched alike', async () => {
  const metadata = { patient: { patient_last_name: 'Whitcombe', patient_first_name: 'Ann' } };
  const refused = { state: 'refused', code: 'upload/summary-number', metadata };
  const given = await add('carrier', 'doctor', refused);
  expect(await rowFor('carrier', given)).toMatchObject({
    patient_last_name: 'W＊＊',
    patient_first_name: 'A＊＊',
  });
  expect(await rowFor('doctor', given)).toMatchObject({ patient_last_name: 'Whitcombe' });
  expect(await idsOf('doctor', 'q=ann+whit')).toEqual([given]);
  expect(await idsOf('carrier', 'q=ann+whit')).toEqual([]);
});

test('a search finds file, HN ID and hospital by any part, and a complete HN ID of any age', async () => {
  const old = await add('doctor', 'doctor', {
    created_at: ago(400),
    hn_id: 'HN99K0815',
    filename: 'a%b.zip',
  });
  expect(await idsOf('doctor', 'q=hn99')).toEqual([]);
  expect(await idsOf('doctor', 'q=hn-99k-0815')).toEqual([old]);
  expect(await idsOf('far doctor', 'q=HN99K0815')).toEqual([]);
  const dates = `from_time=${ago(410).toISOString().slice(0, 10)}&to_time=${ago(390).toISOString().slice(0, 10)}`;
  expect(await idsOf('doctor', `${dates}&q=a%25b`)).toEqual([old]);
  expect(await idsOf('doctor', `${dates}&q=a_b`)).toEqual([]);
  expect((await historyOf('admin', 'q=far+hosp')).total).toBe(1);
});

test('the period is the last 30 days, or one under 62', async () => {
  const at = await add('neighbour doctor', 'neighbour doctor', { created_at: ago(28) });
  await add('neighbour doctor', 'neighbour doctor', { created_at: ago(33) });
  expect(await idsOf('neighbour doctor')).toEqual([at]);
  expect(await codeFor('from_time=2026-01-01')).toBe('input/period-missing');
  expect(await codeFor('from_time=2026-01-01&to_time=2026-03-03')).toBe('input/period-too-long');
  expect(await codeFor('from_time=2026-03-01&to_time=2026-02-01')).toBe('input/date');
  expect((await historyOf('doctor', 'from_time=2019-01-01&to_time=2019-03-02')).total).toBe(0);
});

test('outcome, sender, order and page equal those of the plain rows', async () => {
  const states = ['done', 'refused', 'refused', 'cancelled', 'receiving', 'checking'] as const;
  for (let each = 0; each < 60; each += 1) {
    const state = states[each % states.length] ?? 'done';
    const code = state !== 'refused' ? null : each % 2 === 1 ? 'case/hn-id-taken' : 'upload/summary-number';
    const who = each % 5 === 0 ? 'far carrier' : 'far doctor';
    const size_bytes = 100 * (1 + ((each * 7) % 11));
    await add(who, 'far doctor', { state, code, size_bytes, created_at: ago(each % 20) });
  }
  const plain = (await historyOf('far doctor')).items;
  expect(plain.length).toBe(61);
  const sender = world.person('far carrier').id;
  for (const outcome of uploadOutcomes) {
    const wanted = plain.filter((row) => row.outcome === outcome).map(({ upload_id }) => upload_id);
    expect(wanted.length).toBeGreaterThan(0);
    expect(await idsOf('far doctor', `outcome=${outcome}&size=100`)).toEqual(wanted);
  }
  const two = plain.filter(({ outcome, created_by }) => outcome !== 'done' && created_by.id === sender);
  const rest = uploadOutcomes.filter((outcome) => outcome !== 'done');
  const chosen = rest.map((outcome) => `outcome=${outcome}`).join('&');
  expect(await idsOf('far doctor', `${chosen}&user_id=${String(sender)}&size=100`)).toEqual(
    two.map(({ upload_id }) => upload_id),
  );
  for (const sort of uploadSortKeys) {
    const key = z.enum(['created_at', 'size_bytes', 'filename', 'hn_id']).parse(sort.replace(/^-/, ''));
    const turn = sort.startsWith('-') ? -1 : 1;
    const keysOf = (row: UploadRow) => [row[key], row.created_at, row.upload_id] as const;
    const wanted = plain.toSorted((a, b) => {
      const [left, right] = [keysOf(a), keysOf(b)];
      const at = left.findIndex((value, index) => value !== right[index]);
      return at < 0 ? 0 : turn * ((left[at] ?? '') < (right[at] ?? '') ? -1 : 1);
    });
    const page = await idsOf('far doctor', `sort=${sort}&page=2&size=25`);
    expect([sort, page]).toEqual([sort, wanted.slice(25, 50).map(({ upload_id }) => upload_id)]);
  }
});

test('senders are those of the period, in the caller’s scope', async () => {
  const namesFor = async (who: string, query = '') => {
    const answer = await world.call(`upload/senders?${query}`, world.person(who).token);
    const { items } = z.object({ items: z.array(z.object({ name: z.string() })) }).parse(await answer.json());
    return items.map(({ name }) => name);
  };
  expect(await namesFor('doctor')).toEqual(['Name of carrier', 'Name of doctor']);
  expect(await namesFor('carrier')).toEqual(['Name of carrier']);
  expect(await namesFor('far doctor')).toEqual(['Name of farcarrier', 'Name of fardoctor']);
  expect(await namesFor('doctor', 'from_time=2025-01-01&to_time=2025-01-31')).toEqual([]);
});
