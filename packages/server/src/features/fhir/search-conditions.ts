/** Converts the parameters of a search to conditions over cases. */
import { caseStatuses, type CaseStatus } from '@rhythmdesk/domain/case/status';
import { sql, type SQL } from 'drizzle-orm';
import { Refusal } from '../../platform/http/refusal.ts';
import { closedRequest, closedTask, requestStatuses, taskStatuses } from './case-resources.ts';
import type { KindName } from './fhir-kinds.ts';
import { systems } from './systems.ts';

export type Search = {
  readonly _id?: string | undefined;
  readonly _lastUpdated?: string | readonly string[] | undefined;
  readonly _count: number;
  readonly _page?: string | undefined;
  readonly _include?: string | readonly string[] | undefined;
  readonly identifier?: string | undefined;
  readonly patient?: string | undefined;
  readonly subject?: string | undefined;
  readonly 'based-on'?: string | undefined;
  readonly focus?: string | undefined;
  readonly status?: string | undefined;
  readonly code?: string | undefined;
};

export const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

const refused = (name: string): Refusal =>
  new Refusal('input/invalid', { fields: { [name]: 'refusal.input.invalid' } });

const comparisons = { eq: '=', ge: '>=', gt: '>', le: '<=', lt: '<' } as const;
const isPrefix = (text: string): text is keyof typeof comparisons => Object.hasOwn(comparisons, text);

const dayMs = 86_400_000;

/** Converts a bound of `_lastUpdated`. A date is the whole day in UTC, and a time without a zone is in UTC. */
function boundSql(text: string): SQL {
  const given = text.slice(0, 2);
  const prefix = isPrefix(given) ? given : 'eq';
  const date = isPrefix(given) ? text.slice(2) : text;
  const isDay = !date.includes('T');
  const hasZone = /(Z|[+-]\d{2}:\d{2})$/.test(date);
  const start = Date.parse(isDay || hasZone ? date : `${date}Z`);
  const isKnown = !Number.isNaN(start) && (!isDay || new Date(start).toISOString().startsWith(date));
  if (!isKnown) throw refused('_lastUpdated');
  const end = start + (isDay ? dayMs : 1);
  const at = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;
  if (prefix === 'eq') return sql`(cases.updated_at >= ${at(start)} and cases.updated_at < ${at(end)})`;
  return prefix === 'ge' || prefix === 'lt'
    ? sql`cases.updated_at ${sql.raw(comparisons[prefix])} ${at(start)}`
    : sql`cases.updated_at ${sql.raw(prefix === 'gt' ? '>=' : '<')} ${at(end)}`;
}

/** Splits `system|value`. A value without a system has any system. */
function tokenOf(text: string): { readonly system: string | null; readonly value: string } {
  const bar = text.indexOf('|');
  return bar < 0 ? { system: null, value: text } : { system: text.slice(0, bar), value: text.slice(bar + 1) };
}

const hospitalSystem = /^urn:rhythmdesk:hospital:(\d{1,15}):patient$/;

/** Finds a case by its HN ID or by an identifier that another system gave to its order. */
function orderSql(system: string | null, value: string): SQL {
  const isNamed = sql`cases.hn_id = ${value}`;
  if (system === systems.hn_id) return isNamed;
  const ofSystem = system === null ? sql`` : sql` and fhir_orders.system = ${system}`;
  const isOrdered = sql`cases.case_id in (select fhir_orders.case_id from fhir_orders
    where fhir_orders.value = ${value}${ofSystem})`;
  return system === null ? sql`(${isNamed} or ${isOrdered})` : isOrdered;
}

function identifierSql(kind: KindName, text: string): SQL {
  const { system, value } = tokenOf(text);
  if (kind !== 'Patient') return orderSql(system, value);
  if (system === null) return sql`cases.patient_id = ${value}`;
  const hospital = hospitalSystem.exec(system)?.[1];
  return hospital === undefined
    ? sql`false`
    : sql`(cases.patient_id = ${value} and cases.hospital_id = ${Number(hospital)})`;
}

const valuesOf = (text: string) => new Set(text.split(',').map((one) => tokenOf(one).value));

function statusSql(statuses: Readonly<Record<CaseStatus, string>>, closed: string, text: string): SQL {
  const wanted = valuesOf(text);
  const open = caseStatuses.filter((status) => wanted.has(statuses[status]));
  const isOpen = sql`(cases.closed_at is null and cases.status = any(${`{${open.join(',')}}`}::text[]))`;
  return wanted.has(closed) ? sql`(${isOpen} or cases.closed_at is not null)` : isOpen;
}

/** The case of an order of another system is `active` from its beginning. */
function requestStatusSql(text: string): SQL {
  const wanted = valuesOf(text);
  const isAny = statusSql(requestStatuses, closedRequest, text);
  if (wanted.has('active') === wanted.has('draft')) return isAny;
  const isOrdered = sql`(cases.status = 'ready' and cases.closed_at is null
    and exists (select 1 from fhir_orders where fhir_orders.case_id = cases.case_id))`;
  return wanted.has('active') ? sql`(${isAny} or ${isOrdered})` : sql`(${isAny} and not ${isOrdered})`;
}

const caseIdOf = (reference: string): number => Number(reference.slice(reference.indexOf('/') + 1));

/** Returns the numbers of the cases that ids of resources begin with. */
const casesOfIds = (ids: string): number[] =>
  ids.split(',').flatMap((id) => {
    const number = /^(\d{1,15})(-|$)/.exec(id)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

const amongSql = (ids: readonly number[]): SQL => sql`cases.case_id = any(${`{${ids.join(',')}}`}::bigint[])`;

export function conditionsOf(kind: KindName, search: Search): SQL[] {
  const { _id, _lastUpdated, identifier, status } = search;
  const references = [search.patient, search.subject, search['based-on'], search.focus];
  return [
    ...listOf(_lastUpdated).map(boundSql),
    ...(_id === undefined ? [] : [amongSql(casesOfIds(_id))]),
    ...(identifier === undefined ? [] : [identifierSql(kind, identifier)]),
    ...references.flatMap((reference) => (reference === undefined ? [] : [amongSql([caseIdOf(reference)])])),
    ...(status === undefined
      ? []
      : kind === 'Task'
        ? [statusSql(taskStatuses, closedTask, status)]
        : [requestStatusSql(status)]),
  ];
}

/** Returns whether a resource has one of the ids and codes that a search names. */
export function isWanted(
  { _id, code }: Search,
  resource: {
    readonly id?: string | undefined;
    readonly codings: readonly { system?: string; code?: string }[];
  },
): boolean {
  if (_id !== undefined && !_id.split(',').includes(resource.id ?? '')) return false;
  if (code === undefined) return true;
  return code.split(',').some((one) => {
    const { system, value } = tokenOf(one);
    return resource.codings.some(
      (each) => each.code === value && (system === null || each.system === system),
    );
  });
}
