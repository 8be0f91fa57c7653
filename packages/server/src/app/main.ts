/** The whole server in one process: answers, background jobs, the embedded database where none is given. */
import { passwordHashes } from '../features/people/password-hashes.ts';
import { readConfig } from '../platform/config/config.ts';
import { makeFirstUser } from './first-user.ts';
import { openPlatform } from './open-platform.ts';
import { releaseStartMemory } from './release-start-memory.ts';
import { startWeb } from './serve.ts';
import { operatorWords, stopOnSignals } from './stop-signals.ts';

async function start(): Promise<void> {
  const platform = await openPlatform(readConfig(process.env));
  const { log, db } = platform;
  try {
    const first = await makeFirstUser(db, passwordHashes());
    if (first !== null) {
      process.stdout.write(
        `First start. Sign in once with ID ${first.user_id} and password ${first.password} and choose your own.\n`,
      );
    }
    const web = await startWeb(platform, { strictAnswers: process.env['NODE_ENV'] !== 'production' });
    stopOnSignals(log, async () => {
      await web.stop();
      await platform.close();
    });
    releaseStartMemory();
    log.info({ address: web.address }, 'ready');
  } catch (fault) {
    await platform.close();
    throw fault;
  }
}

await start().catch((fault: unknown) => {
  const words = operatorWords(fault);
  if (words === null) throw fault;
  process.stderr.write(`${words}\n`);
  process.exitCode = 1;
});
