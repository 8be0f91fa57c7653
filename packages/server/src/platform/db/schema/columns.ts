/** Defines the column types that all tables share. */
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** Defines a row id assigned by the database. */
export const identity = (name: string) => bigint(name, { mode: 'number' }).generatedAlwaysAsIdentity();
/** Defines a reference to a row id. */
export const rowRef = (name: string) => bigint(name, { mode: 'number' });
/** Defines an instant, millisecond precision, in UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
