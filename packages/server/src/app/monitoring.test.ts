/** Tests what a program shows from outside: health while tables are migrated, metrics of what happened, and traces. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { testDatabaseOfOwner } from '../platform/db/test-database.ts';
import { transact } from '../platform/db/transact.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { startProcess } from '../testing/test-process.ts';
import { tenants } from '../testing/test-tenants.ts';
import { addFigures } from './program-figures.ts';
import { freePort } from '../platform/test-ports.ts';

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

const spanShape = z.object({
  name: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  attributes: z.array(z.object({ key: z.string() })),
});
const exportShape = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanShape) })) })),
});

/** A small receiver of OTLP over HTTP. */
async function receiver() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    readText(request).then(
      (body) => {
        bodies.push(body);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      },
      () => response.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const spans = () =>
    bodies.flatMap((body) =>
      exportShape
        .parse(JSON.parse(body))
        .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)),
    );
  return { endpoint: `http://127.0.0.1:${String(portOf(server.address()))}`, bodies, spans };
}

/** Holds the lock of the migrations, as another program does whose migration takes long. */
async function holdMigrations(owner: ConstructorParameters<typeof Client>[0]) {
  const client = new Client(owner);
  await client.connect();
  await client.query(`select pg_advisory_lock(x'7268797464657368'::bit(64)::bigint)`);
  return () => client.end();
}

async function untilAnswered(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('a program that waits for a migration lives; then it shows metrics and sends traces without patient data', async () => {
  const database = await testDatabaseOfOwner();
  const folder = await mkdtemp(path.join(tmpdir(), 'watched-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const collector = await receiver();
  const port = await freePort();
  const at = (name: string) => fetch(`http://127.0.0.1:${String(port)}${name}`);
  const release = await holdMigrations(database.owner);
  const starting = startProcess(database, folder, {
    METRICS_PORT: String(port),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_SERVICE_NAME: 'desk-east',
  });
  const alive = await untilAnswered(() => at('/healthz'));
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok', troubles: ['starting'] }]);
  expect((await at('/readyz')).status).toBe(500);
  await release();
  const server = await starting;
  onTestFinished(() => server.kill());
  expect((await at('/readyz')).status).toBe(200);
  // A built page answers every path with itself.
  expect(await (await fetch(`${server.address}/metrics`)).text()).not.toContain('rhythmdesk_ready');

  const login = await fetch(`${server.address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: 'tanaka.hanako', password: 'kept-secret-1' }),
  });
  expect(login.status).toBe(401);
  await fetch(`${server.address}/api/v1/case/cases?q=Yamada&name=Yamada`);
  const metrics = await (await at('/metrics')).text();
  expect(metrics).toMatch(
    /rhythmdesk_request_seconds_count\{method="POST",route="\/api\/v1\/auth\/login",status="4xx"\} 1/,
  );
  expect(metrics).toContain('\nrhythmdesk_ready 1\n');
  expect(metrics).toContain('rhythmdesk_nodes{program="server"} 1');
  expect(await server.stop()).toBe(0);

  expect(collector.bodies[0]).toContain('desk-east');
  const spans = collector.spans();
  const request = spans.find(({ name }) => name === 'POST /api/v1/auth/login');
  expect(request?.attributes.map(({ key }) => key)).toContain('rhythmdesk.request_id');
  expect(
    spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId).map(({ name }) => name),
  ).toContain('database select');
  expect(spans.some(({ name }) => name.startsWith('job '))).toBe(true);
  expect(`${collector.bodies.join('')}${metrics}`).not.toMatch(/tanaka|kept-secret|Yamada/i);
  const left = await database.db.execute(sql`select 1 from nodes`);
  expect(left.rows).toEqual([]);
});

test('metrics count jobs, uploads, files and messages of all institutions, and name none of them', async () => {
  const world = await tenants();
  const { db, serving } = world;
  const case_id = await world.caseIn('ready');
  await transact(db, async (tx) => {
    await enqueue(tx, 'analyse-recording', { case_id });
    await enqueue(tx, 'sweep-files', {});
  });
  await db.execute(sql`update graphile_worker._private_jobs set run_at = now() - interval '90 seconds'
    where payload->>'case_id' is not null`);
  await db.execute(
    sql`update graphile_worker._private_jobs set attempts = max_attempts where payload->>'case_id' is null`,
  );
  await db.execute(sql`insert into files_waiting (sha256, node, node_name, bytes, since, last_fault)
    values (${'a'.repeat(64)}, gen_random_uuid(), 'server-1', 700, now() - interval '1 hour', 'refused')`);
  await db.execute(sql`insert into backups (snapshot_at, place, files, bytes, unreadable, finished_at, verified_at, faults)
    values (now() - interval '2 days', '/backup/a', 1, 1, 0, now(), now(), 0),
      (now() - interval '1 day', '/backup/b', 1, 1, 0, now(), null, null)`);
  addFigures(serving, () => Promise.resolve(['disk-low']));
  const text = await serving.metrics.text();
  const valueOf = (series: string): number =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length + 1),
    );
  expect(valueOf('rhythmdesk_sources_failed')).toBe(0);
  expect(valueOf('rhythmdesk_jobs{kind="analyse-recording",state="waiting"}')).toBe(1);
  expect(valueOf('rhythmdesk_job_oldest_seconds{kind="analyse-recording"}')).toBeGreaterThanOrEqual(90);
  expect(valueOf('rhythmdesk_jobs{kind="sweep-files",state="failed"}')).toBe(1);
  expect(valueOf('rhythmdesk_files_waiting')).toBe(1);
  expect(valueOf('rhythmdesk_files_refused')).toBe(1);
  expect(Math.round(valueOf('rhythmdesk_backup_age_seconds') / 3600)).toBe(24);
  expect(Math.round(valueOf('rhythmdesk_backup_verified_age_seconds') / 3600)).toBe(48);
  expect(valueOf('rhythmdesk_trouble{trouble="disk-low"}')).toBe(1);
  expect(valueOf('rhythmdesk_ready')).toBe(1);
  expect(valueOf('rhythmdesk_database_up')).toBe(1);
  expect(valueOf('rhythmdesk_disk_free_bytes{folder="files"}')).toBeGreaterThan(0);
  for (const { name } of world.people.values()) expect(text).not.toContain(name);
  expect(text).not.toMatch(/HNT\d|server-1|backup\/a/);
});
