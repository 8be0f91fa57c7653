/** Tests an order by FHIR whose case is created at the same moment, as by the upload of its recording. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cases } from '../../platform/db/schema/cases.ts';
import { transact } from '../../platform/db/transact.ts';
import { fhirReader } from '../../testing/test-fhir.ts';
import { institutionWorld } from '../../testing/test-institutions.ts';
import { systems } from './systems.ts';

test('an order joins the case that gets its HN ID while it is taken', async () => {
  const world = await institutionWorld();
  const fhir = fhirReader(world.address);
  const hospital_id = await world.idOf('Hospital');
  const doctor = world.person('doctor');
  const hn_id = 'HNRACE01';
  const body = {
    ...{ resourceType: 'ServiceRequest', status: 'active', intent: 'order' },
    identifier: [{ system: systems.hn_id, value: hn_id }],
    code: { coding: [{ system: systems.loinc, code: '18754-2' }] },
    subject: { identifier: { value: 'P-RACE' }, display: 'Kim' },
  };
  const isBlocked = async (): Promise<boolean> => {
    const { rows } = await world.db.execute(sql`select 1 from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);
    return rows.length > 0;
  };
  const { sending } = await transact(world.db, async (tx) => {
    const made = { hn_id, hospital_id, owner_id: doctor.id, uploader_group_id: hospital_id, status: 'ready' };
    await tx.insert(cases).values(made);
    const sent = fhir('ServiceRequest', doctor.token, { method: 'POST', body });
    await expect.poll(isBlocked).toBe(true);
    return { sending: sent };
  });
  expect((await sending).status).toBe(200);
  const { rows } = await world.db.execute(sql`select patient_id from cases where hn_id = ${hn_id}`);
  expect(rows).toEqual([{ patient_id: 'P-RACE' }]);
});
