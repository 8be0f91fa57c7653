/**
 * Searches resources: the cases in the caller’s scope, newest first, and of each the resources that match. A page ends
 * after `_count` matches; its `next` link has the position of its last match.
 *
 * Invariants: a page never has more matches than `_count`. A resource is found only if its own route returns it to the
 * caller: neither results that are hidden from a possible second reader nor cases of an erased patient are found.
 */
import type { Bundle, BundleEntry, BundleLink, Coding, Resource } from '@medplum/fhirtypes';
import { can, has, may } from '@rhythmdesk/domain/people/can';
import { allowsFhir } from '@rhythmdesk/domain/people/fhir-scopes';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { and, sql } from 'drizzle-orm';
import { z } from 'zod';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type CaseRecord, readCaseRecord } from '../../records/cases/case-record.ts';
import { caseRows, caseScopeSql, isEveryCase } from '../../records/cases/case-scope.ts';
import { hiddenCases } from '../../records/readings/hidden-results.ts';
import type { FhirDependencies } from './fhir-dependencies.ts';
import { fhirKinds, type KindName, type MakeContext, makerOf } from './fhir-kinds.ts';
import { conditionsOf, isWanted, listOf, type Search } from './search-conditions.ts';

/** The last match of a page: its case, and its number among the resources of the case. */
type Position = { readonly case_id: number; readonly index: number };

const idRow = z.object({ case_id: z.coerce.number() });
/** Cases that are read at once. */
const chunk = 20;

function positionOf(text: string | undefined): Position | null {
  if (text === undefined) return null;
  const [case_id = 0, index = 0] = text.split('.').map(Number);
  return { case_id, index };
}

/** Returns the table and the condition of the cases that a search covers. */
function casesOf(caller: Caller, kind: KindName, search: Search) {
  const { actor } = caller;
  const grant = can(actor, fhirKinds[kind].permission);
  if (grant === 'never') throw new Refusal('auth/role-never');
  const condition = conditionOf('case', actor, grant);
  const where = and(
    caseScopeSql(condition),
    sql`cases.erased_at is null`,
    ...conditionsOf(kind, caller, search),
    ...(fhirKinds[kind].shows_reading ? [sql`cases.report_version is not null`] : []),
  );
  return { rows: caseRows(isEveryCase(condition)), where };
}

async function caseIds(
  db: Db,
  caller: Caller,
  kind: KindName,
  { search, from }: { readonly search: Search; readonly from: number | null },
): Promise<number[]> {
  const { rows, where } = casesOf(caller, kind, search);
  const after = from === null ? sql`` : sql`and cases.case_id <= ${from}`;
  const found = await db.execute(sql`select case_id from ${rows}
    where ${where} ${after} order by case_id desc limit ${chunk}`);
  return found.rows.map((row) => idRow.parse(row).case_id);
}

const countRow = z.object({ total: z.coerce.number() });

/** Counts the cases of a search; each has one resource of the kind. */
async function totalOf(db: Db, caller: Caller, kind: KindName, search: Search): Promise<number> {
  const { rows, where } = casesOf(caller, kind, search);
  const found = await db.execute(sql`select count(*) as total from ${rows} where ${where}`);
  return countRow.parse(found.rows[0]).total;
}

/** Reports of one patient require a reason, which a search does not have. */
function owesReason({ actor }: Caller, kind: KindName): boolean {
  const { permission, shows_reading } = fhirKinds[kind];
  const grant = can(actor, permission);
  return grant !== 'never' && has(grant, 'reason') && shows_reading;
}

function requireNoReason(caller: Caller, kind: KindName): void {
  if (owesReason(caller, kind))
    throw new Refusal('input/reason-missing', { fields: { reason: 'refusal.input.reason-missing' } });
}

const codingsOf = (resource: Resource): readonly Coding[] =>
  resource.resourceType === 'Observation' ? (resource.code.coding ?? []) : [];

type Match = { readonly record: CaseRecord; readonly resource: Resource; readonly position: Position };

/** Yields the matches from a position on, as far as they are asked for. */
async function* matchesOf(
  context: MakeContext & { readonly db: Db },
  kind: KindName,
  search: Search,
): AsyncGenerator<Match, undefined> {
  const { db, caller } = context;
  const after = positionOf(search._page);
  let from = after?.case_id ?? null;
  for (;;) {
    const ids = await caseIds(db, caller, kind, { search, from });
    const hidden = fhirKinds[kind].shows_reading ? await hiddenCases(db, caller.actor, ids) : [];
    for (const case_id of ids) {
      const record = hidden.includes(case_id) ? null : await readCaseRecord(db, case_id);
      if (record === null) continue;
      const made = await makerOf(kind, search._profile)(context, record);
      for (const [index, resource] of made.entries()) {
        const isBefore = case_id === after?.case_id && index <= after.index;
        if (!isBefore && isWanted(search, { id: resource.id, codings: codingsOf(resource) }))
          yield { record, resource, position: { case_id, index } };
      }
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < chunk) return;
    from = last - 1;
  }
}

/** Returns the kinds that a parameter names. */
function kindsNamed(
  parameter: '_include' | '_revinclude',
  offered: Readonly<Record<string, KindName>>,
  search: Search,
): KindName[] {
  return listOf(search[parameter]).map((name) => {
    const named = Object.hasOwn(offered, name) ? offered[name] : undefined;
    if (named === undefined)
      throw new Refusal('input/invalid', { fields: { [parameter]: 'refusal.input.invalid' } });
    return named;
  });
}

/** Returns the resources that `_include` and `_revinclude` add, each once. */
async function includedBy(
  context: MakeContext & { readonly db: Db },
  kind: KindName,
  { search, matches }: { readonly search: Search; readonly matches: readonly Match[] },
): Promise<Resource[]> {
  const { db, caller } = context;
  const { includes, revincludes = {} } = fhirKinds[kind];
  const kinds = new Set([
    ...kindsNamed('_include', includes, search),
    ...kindsNamed('_revinclude', revincludes, search),
  ]);
  const records = new Map(matches.map(({ record }) => [record.row.case_id, record]));
  const asksReading = [...kinds].some((each) => fhirKinds[each].shows_reading);
  const hidden = asksReading ? await hiddenCases(db, caller.actor, [...records.keys()]) : [];
  const found: Resource[] = [];
  for (const [case_id, record] of records)
    for (const each of kinds) {
      const { permission, shows_reading } = fhirKinds[each];
      const isHidden = shows_reading && (hidden.includes(case_id) || owesReason(caller, each));
      const isOutside = caller.fhir_scopes !== undefined && !allowsFhir(caller.fhir_scopes, each, 'r');
      if (!isHidden && !isOutside && may('case', caller.actor, permission, record.facts))
        found.push(...(await makerOf(each, search._profile)(context, record)));
    }
  return found;
}

type Parameters = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** Returns the address of a page of a search. */
export function linkOf(base: string, kind: string, search: Parameters, position: Position | null): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (name !== '_page' && value !== undefined)
      for (const one of typeof value === 'number' ? [String(value)] : listOf(value)) query.append(name, one);
  if (position !== null) query.set('_page', `${String(position.case_id)}.${String(position.index)}`);
  return `${base}${kind}?${query.toString()}`;
}

export const entryOf = (base: string, mode: 'match' | 'include', resource: Resource): BundleEntry => ({
  fullUrl: `${base}${resource.resourceType}/${resource.id ?? ''}`,
  resource,
  search: { mode },
});

export async function searchResources(
  { db, base }: FhirDependencies,
  caller: Caller,
  kind: KindName,
  search: Search,
): Promise<Bundle> {
  requireNoReason(caller, kind);
  const context = { db, caller, base };
  const { _summary, _total = 'none' } = search;
  const isCounted = _summary === 'count' || _total !== 'none';
  const total = isCounted ? { total: await totalOf(db, caller, kind, search) } : {};
  const self: BundleLink = { relation: 'self', url: linkOf(base, kind, search, positionOf(search._page)) };
  if (_summary === 'count') return { resourceType: 'Bundle', type: 'searchset', ...total, link: [self] };
  const matches: Match[] = [];
  let next: Position | null = null;
  for await (const match of matchesOf(context, kind, search)) {
    if (matches.length === search._count) {
      next = matches.at(-1)?.position ?? null;
      break;
    }
    matches.push(match);
  }
  noteAudit({ case_ids: [...new Set(matches.map(({ position }) => position.case_id))] });
  const included = await includedBy(context, kind, { search, matches });
  const link: BundleLink[] = [
    self,
    ...(next === null ? [] : [{ relation: 'next', url: linkOf(base, kind, search, next) }]),
  ];
  const entry = [
    ...matches.map(({ resource }) => entryOf(base, 'match', resource)),
    ...included.map((resource) => entryOf(base, 'include', resource)),
  ];
  return { resourceType: 'Bundle', type: 'searchset', ...total, link, ...(entry.length > 0 && { entry }) };
}
