import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cases } from '../../platform/db/schema/cases.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import { transact } from '../../platform/db/transact.ts';
import { createCase, updateCase } from './edit-case.ts';
import { caseWorld, now, readyCase, versionOf } from './test-cases.ts';

const { db } = await testDatabase();
const { doctor } = await caseWorld(db);
const context = { caller: doctor, request_id: 'test', now };

const create = (fields: object) =>
  transact(db, (tx) => createCase(tx, { hn_id: 'HN26D00001', ...fields }, context));

test('a birth date in the future and a removal before the application of a patch are refused by field', async () => {
  const tomorrow = create({ birth_date: '2026-11-21' });
  await expect(tomorrow).rejects.toMatchObject({
    code: 'case/birth-date-future',
    detail: { fields: { birth_date: 'refusal.case.birth-date-future' } },
  });
  const turned = create({ attachment_date: '2026-11-05', detachment_date: '2026-11-04' });
  await expect(turned).rejects.toMatchObject({
    code: 'case/detached-before-attached',
    detail: { fields: { detachment_date: 'refusal.case.detached-before-attached' } },
  });
});

test('an edit is checked together with the unchanged date', async () => {
  const case_id = await readyCase(db, doctor, 'HN26D00002', { attachment_date: '2026-11-05' });
  const update = async (fields: object) => {
    const version = await versionOf(db, case_id);
    return transact(db, (tx) => updateCase(tx, { case_id, version, ...fields }, context));
  };
  await expect(update({ detachment_date: '2026-11-04' })).rejects.toMatchObject({
    code: 'case/detached-before-attached',
  });
  await expect(update({ birth_date: '2027-01-01' })).rejects.toMatchObject({
    code: 'case/birth-date-future',
  });
  expect(await update({ detachment_date: '2026-11-05', comment: 'x' })).toMatchObject({ version: 2 });
});

test('a patch worn in the future is refused, by form and by edit', async () => {
  await expect(create({ attachment_date: '2199-01-01' })).rejects.toMatchObject({
    code: 'case/worn-in-future',
    detail: { fields: { attachment_date: 'refusal.case.worn-in-future' } },
  });
  const case_id = await readyCase(db, doctor, 'HN26D00003', {});
  const change = { case_id, version: await versionOf(db, case_id), detachment_date: '2199-01-01' };
  await expect(transact(db, (tx) => updateCase(tx, change, context))).rejects.toMatchObject({
    detail: { fields: { detachment_date: 'refusal.case.worn-in-future' } },
  });
});

test('of a patient’s phone number only the digits are stored', async () => {
  const { case_id } = await create({ hn_id: 'HN26D00004', phone_number: '010-1234 가5678' });
  const read = async () => (await db.select().from(cases).where(eq(cases.case_id, case_id)))[0]?.phone_number;
  expect(await read()).toBe('01012345678');
  const change = { case_id, version: await versionOf(db, case_id), phone_number: '+81 (3) 1234-5678' };
  await transact(db, (tx) => updateCase(tx, change, context));
  expect(await read()).toBe('81312345678');
});
