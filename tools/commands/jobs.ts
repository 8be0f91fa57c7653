/**
 * `npm run jobs`: lists the background jobs that failed for good. `npm run jobs -- again ID…` or `again all` runs them
 * again, once their cause is fixed; exit code 1 if one of them is no failed job. The page /admin/jobs shows the same. Works
 * beside a running server.
 */
import { openPlatform } from '@rhythmdesk/server/app/open-platform';
import { requireInstallation } from '@rhythmdesk/server/app/require-installation';
import { readConfig } from '@rhythmdesk/server/platform/config/config';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { givenUpJobs, runAgain } from '@rhythmdesk/server/platform/jobs/given-up';
import { forOperator } from '../processes/for-operator.ts';

const show = (text: string): void => void process.stdout.write(`${text}\n`);
const [action = 'list', ...named] = process.argv.slice(2);
const ids = named.length === 1 && named[0] === 'all' ? null : named.map(Number);
const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0;
const isKnown = action === 'list' || (action === 'again' && named.length > 0 && (ids?.every(isId) ?? true));

const usage = 'npm run jobs [-- list | again ID… | again all]\n';

/** Runs the named jobs again. Returns whether all of them were failed jobs. */
async function again(db: Db): Promise<boolean> {
  const begun = await runAgain(db, ids);
  show(`${String(begun.length)} jobs run again.`);
  const others = (ids ?? []).filter((id) => !begun.includes(id));
  for (const id of others) process.stderr.write(`There is no failed job with the ID ${String(id)}.\n`);
  return others.length === 0;
}

async function run(): Promise<number> {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  await requireInstallation(config);
  const platform = await openPlatform(config, { database: 'join', rows: 'everything' });
  try {
    const isDone = action !== 'again' || (await again(platform.db));
    const left = await givenUpJobs(platform.db);
    for (const { id, job, payload, attempts, failed_at, fault } of left) {
      const reason = `${String(attempts)} times, last ${failed_at.toISOString()}: ${fault ?? 'no reason stored'}`;
      show(`${String(id)}  ${job} ${JSON.stringify(payload)}  failed ${reason}`);
    }
    show(`${String(left.length)} failed jobs.`);
    return isDone ? 0 : 1;
  } finally {
    await platform.close();
  }
}

if (!isKnown) process.stderr.write(usage);
process.exitCode = isKnown ? await forOperator(run, usage) : 1;
