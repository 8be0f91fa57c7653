/** Converts the parameters of a search to conditions over cases. */
import { caseStatuses, type CaseStatus } from '@rhythmdesk/domain/case/status';
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import { readerOf, type ReportReader } from '@rhythmdesk/domain/report/versions';
import { sql, type SQL } from 'drizzle-orm';
import type { Caller } from '../../platform/http/caller.ts';
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
  readonly issued?: Bounds;
  readonly date?: Bounds;
  readonly _profile?: string | undefined;
  readonly _revinclude?: string | readonly string[] | undefined;
  readonly _summary?: 'count' | 'false' | undefined;
  readonly _total?: 'none' | 'estimate' | 'accurate' | undefined;
};
type Bounds = string | readonly string[] | undefined;

export const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

const refused = (name: string): Refusal =>
  new Refusal('input/invalid', { fields: { [name]: 'refusal.input.invalid' } });

const comparisons = { eq: '=', ge: '>=', gt: '>', le: '<=', lt: '<' } as const;
const isPrefix = (text: string): text is keyof typeof comparisons => Object.hasOwn(comparisons, text);

const [secondMs, minuteMs, dayMs] = [1000, 60_000, 86_400_000] as const;

/** Returns the end of the year, month, day, minute, second or millisecond that a text without its zone names. */
function endOf(text: string, startMs: number): number {
  const start = new Date(startMs);
  if (text.length === 'YYYY'.length) return Date.UTC(start.getUTCFullYear() + 1, 0);
  if (text.length === 'YYYY-MM'.length) return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1);
  if (text.length === 'YYYY-MM-DD'.length) return startMs + dayMs;
  if (text.length === 'YYYY-MM-DDThh:mm'.length) return startMs + minuteMs;
  return startMs + (text.includes('.') ? 1 : secondMs);
}

/** All times of the product are between these; the database has no year 0 or 10000, with which an open range may end. */
const [earliestMs, latestMs] = [Date.UTC(1800, 0), Date.UTC(2300, 0)] as const;

type Bound = { readonly prefix: keyof typeof comparisons; readonly start: SQL; readonly end: SQL };

/**
 * Reads a bound of a time, which is as long as its precision says (FHIR R4, search, 3.1.1.4.7). A date, and a time without
 * a zone, are in the caller's zone.
 */
function boundOf(text: string, name: string, timeZone: string): Bound {
  const sign = text.slice(0, 2);
  const prefix = isPrefix(sign) ? sign : 'eq';
  const date = isPrefix(sign) ? text.slice(2) : text;
  const isDate = !date.includes('T');
  const zone = isDate ? '' : (/(Z|[+-]\d{2}:\d{2})$/.exec(date)?.[0] ?? '');
  const given = Date.parse(isDate || zone !== '' ? date : `${date}Z`);
  const isKnown = !Number.isNaN(given) && (!isDate || new Date(given).toISOString().startsWith(date));
  if (!isKnown) throw refused(name);
  const { instant } = zoneClock(timeZone);
  const at = (ms: number): SQL => {
    const known = Math.min(latestMs, Math.max(earliestMs, ms));
    return sql`${new Date(zone === '' ? instant(known) : known).toISOString()}::timestamptz`;
  };
  return { prefix, start: at(given), end: at(endOf(date.slice(0, date.length - zone.length), given)) };
}

/** Compares a time with a bound. */
function timeSql(time: SQL, { prefix, start, end }: Bound): SQL {
  if (prefix === 'eq') return sql`(${time} >= ${start} and ${time} < ${end})`;
  return prefix === 'ge' || prefix === 'lt'
    ? sql`${time} ${sql.raw(comparisons[prefix])} ${start}`
    : sql`${time} ${sql.raw(prefix === 'gt' ? '>=' : '<')} ${end}`;
}

/** Compares the time of the recording with a bound, as FHIR compares periods: `ge` if a part of it is in the range. */
function recordedSql({ prefix, start, end }: Bound): SQL {
  const begin = sql`cases.recording_start`;
  const finish = sql`(cases.recording_start + make_interval(secs => coalesce(cases.recording_seconds, 0)))`;
  if (prefix === 'eq') return sql`(${begin} >= ${start} and ${finish} < ${end})`;
  if (prefix === 'ge') return sql`${finish} >= ${start}`;
  if (prefix === 'gt') return sql`${finish} >= ${end}`;
  return prefix === 'le' ? sql`${begin} < ${end}` : sql`${begin} < ${start}`;
}

/** A report version that this caller sees; hospitals see released ones. */
const seenVersions = (reader: ReportReader): SQL => sql`report_versions v where v.case_id = cases.case_id
  ${reader === 'center' ? sql`` : sql`and v.released_at is not null`}`;

/** The time at which the current report was issued, for this caller. */
const issuedSql = (reader: ReportReader): SQL =>
  sql`(select coalesce(v.released_at, v.created_at) from ${seenVersions(reader)} order by v.report_version desc limit 1)`;

/** The status of the current report, for this caller. */
function reportStatusSql(reader: ReportReader, text: string): SQL {
  const isPending = sql`(select v.released_at is null from ${seenVersions(reader)} order by v.report_version desc limit 1)`;
  // A completion releases all versions since the last one at one instant; see `isCorrection`.
  const released = sql`(select count(distinct v.released_at) from report_versions v where v.case_id = cases.case_id
    and v.released_at is not null)`;
  const wanted = valuesOf(text);
  const any = [
    ...(wanted.has('preliminary') ? [isPending] : []),
    ...(wanted.has('final') ? [sql`(not ${isPending} and ${released} = 1)`] : []),
    ...(wanted.has('amended') ? [sql`(not ${isPending} and ${released} > 1)`] : []),
  ];
  return any.length === 0 ? sql`false` : sql`(${sql.join(any, sql` or `)})`;
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

function statusOfKindSql(kind: KindName, reader: ReportReader, status: string): SQL {
  if (kind === 'Task') return statusSql(taskStatuses, closedTask, status);
  return kind === 'DiagnosticReport' ? reportStatusSql(reader, status) : requestStatusSql(status);
}

export function conditionsOf(kind: KindName, { actor, user_group }: Caller, search: Search): SQL[] {
  const reader = readerOf(actor.group_type);
  const bounds = (name: '_lastUpdated' | 'issued' | 'date'): Bound[] =>
    listOf(search[name]).map((text) => boundOf(text, name, user_group.time_zone));
  const { _id, identifier, status } = search;
  const references = [search.patient, search.subject, search['based-on'], search.focus];
  return [
    ...bounds('_lastUpdated').map((bound) => timeSql(sql`cases.updated_at`, bound)),
    ...bounds('issued').map((bound) => timeSql(issuedSql(reader), bound)),
    ...bounds('date').map(recordedSql),
    ...(_id === undefined ? [] : [amongSql(casesOfIds(_id))]),
    ...(identifier === undefined ? [] : [identifierSql(kind, identifier)]),
    ...references.flatMap((reference) => (reference === undefined ? [] : [amongSql([caseIdOf(reference)])])),
    ...(status === undefined ? [] : [statusOfKindSql(kind, reader, status)]),
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
