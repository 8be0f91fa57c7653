/**
 * Builds the text search of the case lists: any part of HN ID, patient name, patient ID or hospital, from one character
 * on.
 *
 * A complete HN ID finds its case whatever the period; one that no case has may be the beginning of others. Names and
 * ids are compared in their search form. Blanks in a name are ignored, and the stored text contains the family name on
 * both sides, so a name is found in either order. A caller cannot find a name that is masked for them.
 */
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import type { HnId } from '@rhythmdesk/domain/kit/brand';
import { searchForm } from '@rhythmdesk/domain/kit/search-form';
import { and, eq, inArray, isNotNull, like, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { anyPart, lettersOf, storedNameForm } from '../../platform/db/search-sql.ts';
import { cases } from '../../platform/db/schema/cases.ts';

/** The patient names that the caller may search: none, those of assigned cases, or all. */
export type NameSearch = 'none' | 'assigned' | 'all';

export function exactHnId(q: string | undefined): HnId | null {
  return q === undefined ? null : normaliseHnId(q.normalize('NFKC'));
}

const idRow = z.object({ id: z.coerce.number() });

async function hospitalsNamed(db: Queryable, q: string): Promise<number[]> {
  const found = await db.execute(
    sql`select id from user_groups where type = 'hospital'
      and ${storedNameForm(sql`search_text`)} like ${anyPart(searchForm(q))}`,
  );
  return found.rows.map((row) => idRow.parse(row).id);
}

const nameOf = (q: string): string => searchForm(q.replace(/\s+/gu, ''));

/** True for one or two characters that no identifier contains. Trigrams cannot find them, but month grams can. */
export function isShortName(q: string): boolean {
  const name = nameOf(q);
  const length = lettersOf(name);
  return length > 0 && length <= 2 && !/[\x20-\x7e]/.test(name);
}

/** Returns whether an index finds this text. There is none for one or two characters that identifiers also contain. */
export function hasSearchIndex(q: string): boolean {
  return exactHnId(q) !== null || lettersOf(nameOf(q)) > 2 || isShortName(q);
}

function gramsOf(name: string, months: readonly number[]): SQL | null {
  if (!isShortName(name)) return null;
  const grams = months.map((month) => `${String(month)}${name}`);
  return sql`month_grams(cases.search_names, cases.listed_month) && ${sql.param(grams)}::text[]`;
}

export type SearchSql = {
  /** Condition that is cheap to check row by row. */
  readonly row: SQL;
  /** The part that matches hospital names, if any does. */
  readonly hospitals: SQL | undefined;
  /** The other part in a form that its own index supports; null if there is none. */
  readonly texts: SQL | null;
};

/** Returns whether the caller sees a case with this HN ID. */
async function isCase(db: Queryable, hnId: HnId): Promise<boolean> {
  const found = await db.select({ case_id: cases.case_id }).from(cases).where(eq(cases.hn_id, hnId)).limit(1);
  return found.length > 0;
}

export async function searchSql(
  db: Queryable,
  q: string,
  names: NameSearch,
  months: readonly number[] | null,
): Promise<SearchSql> {
  const hnId = exactHnId(q);
  if (hnId !== null && (await isCase(db, hnId))) {
    const exact = eq(cases.hn_id, hnId);
    return { row: exact, hospitals: undefined, texts: exact };
  }
  const named = await hospitalsNamed(db, q);
  const hospitals = named.length === 0 ? undefined : inArray(cases.hospital_id, named);
  const name = nameOf(q);
  const seen = (found: SQL): SQL | undefined =>
    names === 'none' ? undefined : names === 'all' ? found : and(found, isNotNull(cases.technician_id));
  const byName = seen(like(cases.search_names, anyPart(name)));
  const id = searchForm(q);
  const byId = /^[\x20-\x7e]+$/.test(id)
    ? like(cases.search_ids, anyPart(id.replaceAll('-', '')))
    : undefined;
  const row = or(hospitals, byName, byId) ?? sql`false`;
  const grams = months === null || byId !== undefined ? null : gramsOf(name, months);
  const byGrams = grams === null ? undefined : seen(grams);
  const byTrigrams = lettersOf(name) > 2 ? or(byName, byId) : undefined;
  return { row, hospitals, texts: byGrams ?? byTrigrams ?? null };
}

const plan = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]);
const planRow = z.object({ 'QUERY PLAN': plan });

/**
 * Returns the planner's estimate of matching rows for users who see all of them. It only selects a query plan and is
 * never shown.
 */
async function expectedRows(db: Queryable, condition: SQL): Promise<number> {
  const found = await db.execute(
    sql`explain (format json) select case_id from every_case cases where ${condition}`,
  );
  return planRow.parse(found.rows[0])['QUERY PLAN'][0].Plan['Plan Rows'];
}

/** From this number of expected matches in the period on, scanning the period is faster than sorting the matches. */
const readThroughFrom = 4_000;
/** The index of a text finds matches of any age. If it finds this many, scanning is faster from fewer matches on. */
const manyOfAnyAge = 20_000;
const readThroughOfManyFrom = 2_000;

/** True if the search should use the index of the text. Only for users who see every case. */
export async function expectsFew(db: Queryable, texts: SQL, within?: SQL): Promise<boolean> {
  const ofAnyAge = await expectedRows(db, texts);
  if (ofAnyAge < readThroughFrom) return true;
  if (within === undefined) return false;
  const most = ofAnyAge < manyOfAnyAge ? readThroughFrom : readThroughOfManyFrom;
  return (await expectedRows(db, and(texts, within) ?? texts)) < most;
}

/** `few` matches are all collected at once, of `many` none are collected first. */
export type ExpectedMatches = 'few' | 'many' | 'unknown';

/** Parts of a search that have no case in common, and whether each part uses its own index. */
type SearchReading = { readonly found: SQL | undefined; readonly by_own_index: boolean }[];

/**
 * Returns how a search is counted. For a caller who sees every case, the planner's estimate decides: few matches
 * through the index of the search, many by reading the covering index of the period, which takes the same time for
 * every text. For a caller of one hospital or center that part is read, which is always smaller.
 */
export async function readingOf(
  db: Queryable,
  search: SearchSql | null,
  sees_all: boolean,
  within: SQL | undefined,
): Promise<SearchReading> {
  const through = [{ found: search?.row, by_own_index: false }];
  if (search === null || !sees_all || search.texts === null) return through;
  if (!(await expectsFew(db, search.texts, within))) return through;
  const { hospitals, texts } = search;
  if (hospitals === undefined) return [{ found: texts, by_own_index: true }];
  return [
    { found: hospitals, by_own_index: false },
    { found: sql`${texts} and (${hospitals}) is not true`, by_own_index: true },
  ];
}

/** For one or two characters that names or ids contain, no index gives an estimate: they may be anywhere or nowhere. */
export function expectedOf(
  search: SearchSql | null,
  sees_all: boolean,
  reading: SearchReading,
): ExpectedMatches {
  if (search === null || !sees_all || search.texts === null) return 'unknown';
  if (!reading.some(({ by_own_index }) => by_own_index)) return 'many';
  return reading.every(({ by_own_index }) => by_own_index) ? 'few' : 'unknown';
}
