/**
 * Lists and creates price policies and sets new prices from a later day. Invariants: a price that was set is never
 * changed, only followed by another; the tables of prices only grow.
 */
import {
  type ChargingUnitView,
  currencies,
  type PriceGrid,
  type priceRoutes,
} from '@rhythmdesk/contract/prices';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { lengthClasses, type LengthClass } from '@rhythmdesk/domain/billing/prices';
import { priorities, type Priority } from '@rhythmdesk/domain/case/status';
import { levelOf, topLevel } from '@rhythmdesk/domain/people/roles';
import { dateIn } from '@rhythmdesk/domain/kit/wall-clock';
import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import { correlated } from '../../platform/db/correlated.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { chargingUnitPrices, chargingUnits } from '../../platform/db/schema/people.ts';
import { transact, violatedConstraint } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal, refuseField } from '../../platform/http/refusal.ts';
import { mayChangeUnit, visibleUnits } from '../../records/billing/charging-unit-scope.ts';

export type PriceChange = {
  readonly caller: Caller;
  readonly now: Date;
  /** Today's date in the billing time zone. */
  readonly today: string;
};

export const todayIn = (timeZone: string, now: Date): string => dateIn(timeZone, now.getTime());

type PriceRow = typeof chargingUnitPrices.$inferSelect;
type Version = ChargingUnitView['versions'][number];

const institutionCount = correlated(sql<number>`(select count(*)::int from user_groups g
  where g.charging_unit_id = ${chargingUnits.id} and g.deleted_at is null)`);

function amountOf(
  rows: readonly PriceRow[],
  day: string,
  priority: Priority,
  length: LengthClass,
): number | null {
  const set = rows.filter(
    (row) => row.priority === priority && row.length_class === length && row.valid_from <= day,
  );
  return set.at(-1)?.amount_minor ?? null;
}

/** Returns the prices for each day on which one begins. */
function versionsOf(rows: readonly PriceRow[], today: string): Version[] {
  const days = [...new Set(rows.map(({ valid_from }) => valid_from))].sort();
  const inForce = days.findLast((day) => day <= today);
  return days.map((valid_from) => {
    const of = (priority: Priority, length: LengthClass) => amountOf(rows, valid_from, priority, length);
    const grid = (priority: Priority) => ({
      up_to_48_h: of(priority, 'up_to_48_h'),
      up_to_7_d: of(priority, 'up_to_7_d'),
      longer: of(priority, 'longer'),
    });
    return {
      valid_from,
      in_force: valid_from === inForce,
      prices: { normal: grid('normal'), urgent: grid('urgent') },
    };
  });
}

const currency = z.enum(currencies);

export async function listUnits(db: Db, caller: Caller, today: string) {
  const units = await db
    .select({ unit: chargingUnits, institutions: institutionCount })
    .from(chargingUnits)
    .where(visibleUnits(caller))
    .orderBy(asc(chargingUnits.name));
  const prices = await db
    .select()
    .from(chargingUnitPrices)
    .orderBy(asc(chargingUnitPrices.charging_unit_id), asc(chargingUnitPrices.valid_from));
  const items = units.map(({ unit, institutions }): ChargingUnitView => {
    const own = prices.filter(({ charging_unit_id }) => charging_unit_id === unit.id);
    return {
      id: unit.id,
      name: unit.name,
      currency: currency.parse(unit.currency),
      description: unit.description,
      institution_count: institutions,
      versions: versionsOf(own, today),
      editable: mayChangeUnit(caller, unit),
    };
  });
  return { items, today };
}

function rowsOf(charging_unit_id: number, valid_from: string, grid: PriceGrid) {
  return priorities.flatMap((priority) =>
    lengthClasses.map((length_class) => ({
      charging_unit_id,
      priority,
      length_class,
      valid_from,
      amount_minor: grid[priority][length_class],
    })),
  );
}

export async function createUnit(
  db: Db,
  input: ParsedOf<typeof priceRoutes.createChargingUnit>,
  change: PriceChange,
): Promise<{ id: number }> {
  const { valid_from, prices, ...columns } = input;
  if (valid_from < change.today) throw refuseField('billing/price-past', 'valid_from');
  const { caller } = change;
  const user_group_id = levelOf(caller.role_key) === topLevel ? null : caller.user_group.id;
  try {
    return await transact(db, async (tx) => {
      const [made] = await tx
        .insert(chargingUnits)
        .values({ ...columns, description: columns.description ?? '', user_group_id })
        .returning({ id: chargingUnits.id });
      if (made === undefined) throw new Error('a price policy was not made');
      await tx.insert(chargingUnitPrices).values(rowsOf(made.id, valid_from, prices));
      noteAudit({ target: `price-policy/${String(made.id)}` });
      return made;
    });
  } catch (fault) {
    if (violatedConstraint(fault) === 'charging_units_name_unique')
      throw refuseField('billing/unit-name-taken', 'name');
    throw fault;
  }
}

/** Locks and returns the policy until the transaction ends if the caller may change it. */
async function lockUnit(tx: Tx, id: number, { caller }: PriceChange) {
  const [unit] = await tx
    .select()
    .from(chargingUnits)
    .where(and(eq(chargingUnits.id, id), visibleUnits(caller)))
    .for('update');
  if (unit === undefined) throw new Refusal('object/not-found');
  if (!mayChangeUnit(caller, unit)) throw new Refusal('group/field-not-yours');
  return unit;
}

export async function succeed(
  db: Db,
  { id, valid_from, prices }: ParsedOf<typeof priceRoutes.succeedPrices>,
  change: PriceChange,
): Promise<void> {
  await transact(db, async (tx) => {
    await lockUnit(tx, id, change);
    if (valid_from < change.today) throw refuseField('billing/price-past', 'valid_from');
    const [last] = await tx
      .select({ day: sql<string | null>`max(valid_from)::text` })
      .from(chargingUnitPrices)
      .where(eq(chargingUnitPrices.charging_unit_id, id));
    if (last?.day !== null && last?.day !== undefined && valid_from <= last.day)
      throw refuseField('billing/price-order', 'valid_from');
    await tx.insert(chargingUnitPrices).values(rowsOf(id, valid_from, prices));
    noteAudit({ target: `price-policy/${String(id)}: ${valid_from}` });
  });
}
