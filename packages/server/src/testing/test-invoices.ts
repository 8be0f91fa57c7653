/** Extends the world of the matrix tests with cases to invoice and requests about invoices. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { cases } from '../platform/db/schema/cases.ts';
import { chargingUnits, userGroups } from '../platform/db/schema/people.ts';
import { institutionWorld } from './test-institutions.ts';

type World = Awaited<ReturnType<typeof institutionWorld>>;
type Ids = Readonly<Record<'hospital' | 'far' | 'center' | 'other', number>>;

async function idsOf(world: World): Promise<Ids> {
  const [hospital = 0, far = 0, center = 0, other = 0] = await Promise.all(
    ['Hospital', 'Far hospital', 'Center', 'Other center'].map((name) => world.idOf(name)),
  );
  return { hospital, far, center, other };
}

type Facts = {
  at: string;
  price?: number | null;
  priority?: 'normal' | 'urgent';
  status?: string;
  far?: boolean;
};

/** Creates completed cases of the hospital, or of the far one. */
function caseMaker(world: World, ids: Ids, charging_unit_id: number) {
  let serial = 0;
  return async ({ at, price = 11_400, priority = 'normal', status = 'complete', far = false }: Facts) => {
    serial += 1;
    const hospital_id = far ? ids.far : ids.hospital;
    const [made] = await world.db
      .insert(cases)
      .values({
        hn_id: `HNI${String(serial).padStart(6, '0')}`,
        hospital_id,
        tech_center_id: far ? ids.other : ids.center,
        owner_id: world.person('doctor').id,
        technician_id: world.person('technician').id,
        uploader_group_id: hospital_id,
        status,
        priority,
        patient_id: `P-${String(serial)}`,
        patient_last_name: 'Secretname',
        recording_seconds: 604_800,
        requested_date: new Date('2025-01-01T00:00:00Z'),
        report_due_date: new Date('2025-01-04T00:00:00Z'),
        confirmed_date: new Date(at),
        ...(price === null ? {} : { charging_unit_id, price_minor: price, currency: 'JPY' }),
      })
      .returning({ case_id: cases.case_id });
    if (made === undefined) throw new Error('no case');
    return made.case_id;
  };
}

const invoice = z.object({
  invoice_id: z.number(),
  number: z.string(),
  edition: z.number(),
  tax_minor: z.number(),
  total_minor: z.number(),
  state: z.string(),
  state_on: z.string(),
  issued_on: z.string(),
  mail_to: z.string(),
});
const monthShape = z.object({
  items: z.array(
    z.object({
      hospital: z.object({ id: z.number() }),
      currency: z.string().nullable(),
      case_count: z.number(),
      urgent_count: z.number(),
      cases_minor: z.number(),
      adjustments_minor: z.number(),
      net_minor: z.number(),
      is_closed: z.boolean(),
      invoice: invoice.nullable(),
      earlier: z.array(
        z.object({
          invoice_id: z.number(),
          edition: z.number(),
          total_minor: z.number(),
          reason: z.string(),
        }),
      ),
    }),
  ),
  totals: z.array(z.object({ currency: z.string(), net_minor: z.number() })),
  confirmed_count: z.number(),
  unpriced_count: z.number(),
  is_over: z.boolean(),
});

/** Sends requests to the server, as an administrator by default. */
function asking(world: World, ids: Ids) {
  const read = async (month: string, who = 'admin') =>
    monthShape.parse((await world.ask(who, 'GET', `invoice/invoice?month=${month}`)).body);
  return {
    read,
    pricedAccount: async (month: string) => {
      const [item] = (await read(month)).items.filter(({ currency }) => currency !== null);
      if (item === undefined) throw new Error(`nothing in ${month}`);
      return item;
    },
    close: (month: string, seen = { unpriced_count: 0, correction_count: 0 }, who = 'admin') =>
      world.ask(who, 'POST', 'invoice/close', { month, ...seen }),
    reopen: (month: string, who = 'admin') => {
      const account = { hospital_id: ids.hospital, issuer_id: ids.center };
      return world.ask(who, 'POST', 'invoice/reopen', { month, ...account, reason: 'wrong price policy' });
    },
    credit: (case_id: number, who = 'admin') =>
      world.ask(who, 'POST', 'invoice/adjustment', { case_id, kind: 'credit', reason: 'requested twice' }),
  };
}

export async function invoiceWorld() {
  const world = await institutionWorld();
  const ids = await idsOf(world);
  const [unit] = await world.db
    .insert(chargingUnits)
    .values({ name: 'Standard JPY', currency: 'JPY' })
    .returning();
  /** Sets columns of the hospital. */
  const setHospital = (columns: Partial<typeof userGroups.$inferInsert>) =>
    world.db
      .update(userGroups)
      .set(columns)
      .where(sql`${userGroups.id} = ${ids.hospital}`);
  await setHospital({ tax_rate_bp: 1000, invoice_language: 'ja' });
  return { ...world, ids, setHospital, addCase: caseMaker(world, ids, unit?.id ?? 0), ...asking(world, ids) };
}
