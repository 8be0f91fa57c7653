/**
 * Keeps the table names of columns in a sub-query of a selection. In a selection from a single table Drizzle writes the
 * columns of an expression without their table, so that `id` of the outer row becomes `id` of the sub-query's own table.
 */
import { sql, type SQL } from 'drizzle-orm';

export const correlated = <Value>(subquery: SQL<Value>): SQL<Value> => sql<Value>`${subquery}`;
