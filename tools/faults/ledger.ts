/**
 * Exchanges orders, results and webhooks with the systems of many hospitals while server and worker are killed three
 * times, and compares the ledger with what those systems sent and heard. One of a hundred orders and results is refused,
 * one of a hundred hospitals has a system that never answers, and each result has a critical finding.
 *
 * Invariants: every order, result, message and finding is in exactly one figure; the figures are those of the other
 * side; each day is closed once; a message that disappears is named; each event arrives, under one id.
 */
import { routes } from '@rhythmdesk/contract/routes';
import { closeDays } from '@rhythmdesk/server/features/integration/ledger/close-days';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { everything, inScope } from '@rhythmdesk/server/platform/db/row-scope';
import { cases } from '@rhythmdesk/server/platform/db/schema/cases';
import { queueEvent } from '@rhythmdesk/server/records/partners/queue-events';
import { queueResults } from '@rhythmdesk/server/records/partners/queue-results';
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { freePort } from '@rhythmdesk/server/platform/test-ports';
import { api, ask } from './ask.ts';
import { invariant, type FaultProgram, type FaultReport, type FaultSize } from './fault-program.ts';
import { withOwnInstallation, type Installation } from './installation.ts';
import {
  addHospitals,
  receiveResults,
  sendOrders,
  type Hospital,
  type SentOrders,
} from './ledger-partners.ts';
import { addReceivers, compareEvents, receiveEvents, webhookSettings } from './ledger-webhooks.ts';
import { adminId, sessionOf } from './people.ts';
import { until } from './until.ts';

/** Results; there are a tenth as many orders, and a hundred hospitals or as many as have ten results each. */
const usual = { short: 200, long: 100_000 } as const satisfies Record<FaultSize, number>;
const kills = 3;
const addedAtOnce = 1_000;
const releasedAtOnce = 100;
const releasedBeside = 4;
const senders = 8;
const longestMs = 3 * 3_600_000;
/** Counting what waits takes time that the servers need. */
const lookEveryMs = (results: number): number => Math.min(5_000, Math.max(50, results / 5));

/** Adds the cases `from` to `last` with a report and a critical finding each, which are released afterwards. */
async function addSome(db: Db, from: number, last: number, ids: SQL): Promise<void> {
  const hnOf = (n: number): string => `HN8${String(n).padStart(7, '0')}`;
  const isAdded = sql`hn_id between ${hnOf(from)} and ${hnOf(last)}`;
  await db.execute(sql`
    insert into cases (hn_id, hospital_id, owner_id, uploader_group_id, technician_comment)
    select 'HN8' || lpad(n::text, 7, '0'), g.id, u.id, g.id, 'Sinus rhythm'
    from generate_series(${from}::int, ${last}::int) n
    join lateral (select (${ids})[1 + n % cardinality(${ids})] as id) g on true
    join users u on u.user_group_id = g.id`);
  await db.execute(sql`
    insert into case_files (case_id, kind, side, filename, media_type, size_bytes, sha256)
    select case_id, 'report', 'technician', 'r.pdf', 'application/pdf', 1, repeat('a', 64) from cases where ${isAdded}`);
  await db.execute(sql`
    insert into report_versions (case_id, report_version, file_id, source, created_by)
    select c.case_id, 1, f.file_id, 'technician', c.owner_id
    from cases c join case_files f on f.case_id = c.case_id where c.${isAdded}`);
  await db.execute(sql`
    insert into critical_findings (case_id, rule, kind, start_sample, end_sample, start_ms, beats, seconds, places,
      analysis_version, reading_sequence, settings_version, deadline_minutes, uploaded_at, found_at, due_at, state, ended_at)
    select case_id, 'pause', 'pause', 0, 10, 0, 1, 5, '[]', 1, 0, 0, 30, now(), now(), now(),
      case when case_id % 10 = 0 then 'open' else 'withdrawn' end, case when case_id % 10 = 0 then null else now() end
    from cases where ${isAdded}`);
}

/** Adds the cases in parts, since one statement for all of them would exceed the limit of statements. */
async function addReports(db: Db, count: number, hospitals: readonly Hospital[]): Promise<number[]> {
  const ids = sql`${`{${hospitals.map(({ id }) => id).join(',')}}`}::bigint[]`;
  for (let from = 0; from < count; from += addedAtOnce)
    await addSome(db, from, Math.min(count, from + addedAtOnce) - 1, ids);
  const rows = await db
    .select({ case_id: cases.case_id })
    .from(cases)
    .where(sql`${cases.hn_id} like 'HN8%'`);
  return rows.map(({ case_id }) => case_id);
}

/** Releases reports as a completion does: the report and its messages in one transaction. */
async function releaseSome(db: Db, case_ids: readonly number[]): Promise<void> {
  for (let at = 0; at < case_ids.length; at += releasedAtOnce) {
    await db.transaction(async (tx) => {
      const now = new Date();
      const some = [...case_ids.slice(at, at + releasedAtOnce)];
      await tx.execute(
        sql`update report_versions set released_at = ${now.toISOString()} where case_id in ${some}`,
      );
      const rows = await tx
        .select({ case_id: cases.case_id, hospital_id: cases.hospital_id })
        .from(cases)
        .where(sql`${cases.case_id} in ${some}`);
      await Promise.all(
        rows.map(async (row) => {
          const released = { ...row, report_version: 1 };
          await queueResults(tx, released, now);
          await queueEvent(tx, { ...released, event: 'report.released' }, now);
        }),
      );
    });
  }
}

/** A transaction releases reports of one hospital, and locks only its jobs. */
async function release(db: Db, case_ids: readonly number[], hospitals: number): Promise<void> {
  const waiting = Array.from({ length: hospitals }, (_hospital, hospital) =>
    case_ids.filter((_case_id, at) => at % hospitals === hospital),
  );
  const lane = async (): Promise<void> => {
    for (let some = waiting.shift(); some !== undefined; some = waiting.shift()) await releaseSome(db, some);
  };
  await inScope(everything, () => Promise.all(Array.from({ length: releasedBeside }, lane)));
}

const countRow = z.array(z.object({ n: z.number() })).length(1);
const countWaiting = async (db: Db): Promise<number> => {
  const { rows } = await db.execute(sql`
    select count(*)::int as n from partner_messages where state in ('waiting', 'sent')`);
  return countRow.parse(rows)[0]?.n ?? 0;
};

/** Ends the time for attempts of systems that never answer, as it would end after days. */
const endAttempts = (db: Db, hospitals: readonly Hospital[]) =>
  db.execute(sql`update partner_messages set gives_up_at = now(), next_attempt_at = null
    where state in ('waiting', 'sent') and (gives_up_at is null or gives_up_at > now()) and partner_id in ${hospitals.filter(({ dead }) => dead).map(({ partner_id }) => partner_id)}`);

/** Kills server and worker at the same moment, each time when another part of the messages was settled. */
async function killThrice(installation: Installation, messages: number): Promise<void> {
  const { process: of, start, untilReady, withDb } = installation;
  for (let kill = 1; kill <= kills; kill += 1) {
    const left = messages * (1 - kill / (kills + 1));
    await until(
      `part ${String(kill)} of the messages is settled`,
      async () => (await withDb(countWaiting)) <= left,
      longestMs,
      lookEveryMs(messages),
    );
    await Promise.all([of('main').kill(), of('worker').kill()]);
    await start('main');
    await start('worker');
    await untilReady();
  }
}

/** The exchange may take longer than a session may be idle, so a new one asks. */
async function readSums({ address, withDb }: Installation) {
  const dayMs = 86_400_000;
  const day = (ms: number): string => new Date(Date.now() + ms).toISOString().slice(0, 10);
  const path = api(`integration/ledger?from_time=${day(-2 * dayMs)}&to_time=${day(dayMs)}`);
  const { status, body, ms } = await ask(address(), path, await withDb((db) => sessionOf(db, adminId)));
  invariant(status === 200, `the ledger answers ${String(status)}`);
  return { ...routes.ledger.output.parse(body).sums, ms };
}

type Played = {
  readonly results: number;
  readonly orders: number;
  readonly sent: SentOrders;
  readonly answered: ReadonlyMap<string, 'AA' | 'AE'>;
  readonly dead: number;
};

/** Compares the ledger with what the other side sent and heard. */
async function compare(installation: Installation, played: Played, report: FaultReport): Promise<void> {
  const { counts, unbalanced, ms } = await readSums(installation);
  const codes = [...played.answered.values()];
  const [accepted, refused] = ['AA', 'AE'].map((code) => codes.filter((each) => each === code).length);
  invariant(unbalanced.length === 0, `the totals of ${unbalanced.join(', ')} are their sums`);
  const expected = {
    ...{ results: played.results, 'result-acknowledged': accepted, 'result-refused': refused },
    ...{ 'result-dead': played.dead, 'result-waiting': 0, 'result-missing': 0, 'result-alone': 0 },
    ...{ orders: played.orders, 'order-made': played.sent.accepted, 'order-refused': played.sent.refused },
    ...{ 'order-lost': 0, 'order-joined': 0, 'order-known': 0 },
    ...{ cases: played.results + played.sent.accepted, 'case-ordered': played.sent.accepted },
    critical: played.results,
  };
  for (const [figure, count] of Object.entries(expected)) {
    const found: unknown = Reflect.get(counts, figure);
    invariant(found === count, `${figure}: the ledger has ${String(found)}, the other side ${String(count)}`);
  }
  report('results: acknowledged, refused, given up', [accepted, refused, played.dead].join(', '));
  report('orders: accepted, refused', [played.sent.accepted, played.sent.refused].join(', '));
  report(
    'critical findings: open, withdrawn',
    [counts['critical-open'], counts['critical-withdrawn']].join(', '),
  );
  report('unaccounted', 0);
  report('answer of the ledger, ms', Math.round(ms));
}

/** A day is closed once, and a message that disappears is named. */
async function closeAndLose(
  installation: Installation,
  hospitals: number,
  report: FaultReport,
): Promise<void> {
  const tomorrow = { now: () => new Date(Date.now() + 2 * 86_400_000) };
  await installation.withDb(async (db) => {
    const first = await closeDays({ db, clock: tomorrow });
    invariant(first.days >= hospitals, `${String(first.days)} days were closed`);
    const again = await closeDays({ db, clock: tomorrow });
    invariant(again.days === 0, 'a day was closed twice');
    await db.execute(sql`delete from partner_messages where message_id =
      (select min(message_id) from partner_messages where state = 'acknowledged' and kind = 'result')`);
  });
  const { counts, unbalanced } = await readSums(installation);
  invariant(counts['result-missing'] === 1, 'a message that disappeared is not named');
  invariant(unbalanced.length === 0, 'without that message the totals are no longer their sums');
  report('a lost message is named', 1);
}

async function exchange(
  installation: Installation,
  port: number,
  results: number,
  report: FaultReport,
): Promise<void> {
  const orders = Math.max(100, Math.round(results / 10));
  const [partner, events] = [await receiveResults(), await receiveEvents()];
  try {
    const count = Math.max(2, Math.min(100, Math.round(results / 10)));
    const hospitals = await installation.withDb((db) => addHospitals(db, count, partner.listener.port));
    const case_ids = await installation.withDb((db) => addReports(db, results, hospitals));
    await addReceivers(
      installation,
      events,
      hospitals.map(({ id }) => id),
    );
    await installation.start('worker');
    const started = performance.now();
    const sent: SentOrders = { accepted: 0, refused: 0, repeated: 0 };
    const numbers = Array.from({ length: orders }, (_, at) => at);
    const sending = Array.from({ length: senders }, (_, at) =>
      sendOrders(
        port,
        hospitals[at % hospitals.length]?.sender ?? '',
        numbers.filter((number) => number % senders === at),
        sent,
      ),
    );
    await installation.withDb((db) => release(db, case_ids, hospitals.length));
    report('results released, orders', `${String(case_ids.length)}, ${String(orders)}`);
    report('seconds until all were released', Math.round((performance.now() - started) / 1000));
    await installation.withDb((db) => endAttempts(db, hospitals));
    await killThrice(installation, 2 * results);
    report('kills of server and worker', kills);
    await Promise.all(sending);
    await until(
      'every message is settled',
      () =>
        installation.withDb(async (db) => {
          await endAttempts(db, hospitals);
          return (await countWaiting(db)) === 0;
        }),
      longestMs,
      lookEveryMs(results),
    );
    const dead = case_ids.filter((_, at) => hospitals[at % hospitals.length]?.dead === true).length;
    invariant(partner.answered.size === results - dead, 'a result was never received');
    report('seconds', Math.round((performance.now() - started) / 1000));
    report('messages received more than once', partner.received() - partner.answered.size);
    report('orders sent again after a kill', sent.repeated);
    compareEvents(events, case_ids, report);
    await compare(installation, { results, orders, sent, answered: partner.answered, dead }, report);
    await closeAndLose(installation, hospitals.length, report);
  } finally {
    await partner.listener.stop();
    events.server.close();
  }
}

export const ledger: FaultProgram = {
  name: 'ledger',
  says: 'kills server and worker while orders, results and webhooks are exchanged: the ledger names what became of each',
  run: async (size, report, count) => {
    const port = await freePort();
    const settings = {
      ...{ HL7_PORT: String(port), MESSAGE_RETRY_HOURS: '1', MESSAGE_TIMEOUT_SECONDS: '30' },
      // Two programs, each with connections for its jobs, and this one share those of the embedded database.
      ...{ JOB_CONCURRENCY: '4', DATABASE_CONNECTIONS: '12' },
      ...webhookSettings,
    };
    await withOwnInstallation(settings, (installation) =>
      exchange(installation, port, count ?? usual[size], report),
    );
  },
};
