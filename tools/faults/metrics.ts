/**
 * Lets Prometheus judge what is made for it: `promtool` checks and tests the alert rules and reads the metrics of a real
 * server and worker, and Prometheus itself collects both with these rules.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { startProcess, type ServerProcess } from '@rhythmdesk/server/testing/test-process';
import { z } from 'zod';
import { repositoryRoot } from '../processes/repository.ts';
import { invariant, type FaultProgram } from './fault-program.ts';
import { missing } from './installed.ts';
import { withDatabaseOfOwner } from './throwaway-database.ts';
import { until } from './until.ts';

const folder = path.join(repositoryRoot, 'tools/monitoring');

/** Returns the output of promtool; a refusal breaks the invariant with its words. */
async function promtool(args: readonly string[], input = ''): Promise<string> {
  const child = spawn('promtool', args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(input);
  const [out, words] = await Promise.all([readText(child.stdout), readText(child.stderr)]);
  if (child.exitCode === null) await once(child, 'exit');
  invariant(child.exitCode === 0, `promtool ${args.join(' ')}: ${out}${words}`);
  return `${out}${words}`;
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = portOf(probe.address());
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const vector = z.object({
  data: z.object({
    result: z.array(
      z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) }),
    ),
  }),
});

/** Collects these ports every second, and returns a function that asks for an expression. */
async function withPrometheus(
  ports: readonly number[],
  work: (ask: (expression: string) => Promise<z.output<typeof vector>['data']['result']>) => Promise<void>,
): Promise<void> {
  const place = await mkdtemp(path.join(tmpdir(), 'prometheus-'));
  const port = await freePort();
  const targets = ports.map((each) => `"127.0.0.1:${String(each)}"`).join(', ');
  await writeFile(
    path.join(place, 'prometheus.yml'),
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ["${path.join(folder, 'alerts.yml')}"]
scrape_configs: [{ job_name: rhythmdesk, static_configs: [{ targets: [${targets}] }] }]
`,
  );
  const child = spawn(
    'prometheus',
    [
      `--config.file=${path.join(place, 'prometheus.yml')}`,
      `--storage.tsdb.path=${path.join(place, 'data')}`,
      `--web.listen-address=127.0.0.1:${String(port)}`,
    ],
    { stdio: 'ignore' },
  );
  const gone = once(child, 'exit');
  try {
    await work(async (expression) => {
      const answer = await fetch(
        `http://127.0.0.1:${String(port)}/api/v1/query?query=${encodeURIComponent(expression)}`,
      ).catch(() => null);
      return answer?.ok === true ? vector.parse(await answer.json()).data.result : [];
    });
  } finally {
    child.kill('SIGTERM');
    await gone;
    await rm(place, { recursive: true, force: true });
  }
}

async function withPrograms(work: (ports: readonly number[]) => Promise<void>): Promise<void> {
  await withDatabaseOfOwner(async (database) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'metrics-'));
    const ports = [await freePort(), await freePort()] as const;
    const running: ServerProcess[] = [];
    try {
      running.push(await startProcess(database, dataDir, { METRICS_PORT: String(ports[0]) }));
      running.push(await startProcess(database, dataDir, { METRICS_PORT: String(ports[1]) }, 'worker'));
      await work(ports);
    } finally {
      for (const each of running.reverse()) await each.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
}

export const metrics: FaultProgram = {
  name: 'metrics',
  says: 'Prometheus accepts the alert rules and their tests, and collects the metrics of a server and a worker',
  run: async (_size, report) => {
    const lacks = missing(['promtool', 'prometheus']);
    invariant(lacks === undefined, `${lacks ?? ''} is not installed (Debian: prometheus)`);
    const checked = await promtool(['check', 'rules', 'alerts.yml']);
    report('rules', /(\d+) rules found/.exec(checked)?.[1] ?? '0');
    await promtool(['test', 'rules', 'alerts.test.yml']);
    await withPrograms(async (ports) => {
      for (const port of ports) {
        const text = await (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text();
        await promtool(['check', 'metrics'], text);
        report(
          `series of port ${String(ports.indexOf(port) + 1)}`,
          text.split('\n').filter((line) => /^\w/.test(line)).length,
        );
      }
      await withPrometheus(ports, async (ask) => {
        await until(
          'both programs are collected',
          async () => (await ask('rhythmdesk_ready == 1')).length === 2,
        );
        await until('both are counted', async () => {
          const nodes = await ask('max by (program) (rhythmdesk_nodes)');
          return nodes.length === 2 && nodes.every(({ value: [, count] }) => count === '1');
        });
        const pending = await ask('count by (alertname) (ALERTS)');
        const names = pending.map(({ metric }) => metric['alertname'] ?? '').sort();
        report('alerts of a new installation', names.join(', '));
        invariant(
          names.every((name) => /^RhythmdeskBackup(Old|Unverified)$/.test(name)),
          `a new installation raises ${names.join(', ')}`,
        );
      });
    });
  },
};
