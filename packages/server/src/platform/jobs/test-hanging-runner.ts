/** Starts a runner that takes a job and never ends. The test of killed runners starts it as a process and kills it. */
import { z } from 'zod';
import { openLog } from '../log/log.ts';
import { idleHandlers } from './test-handlers.ts';
import { startJobs } from './runner.ts';

const text = z.string();
const key = z.object({ data: z.array(z.number()) }).transform(({ data }) => Buffer.from(data));
const shape = z.object({ host: text, user: text, password: text, database: text, scopeKey: key });

await startJobs({
  connection: shape.parse(JSON.parse(process.argv[2] ?? '')),
  handlers: {
    ...idleHandlers,
    'check-upload': async () => {
      process.stdout.write('holding\n');
      await new Promise(() => undefined);
    },
  },
  places: { common: 1, analyses: 1 },
  log: openLog('silent'),
  stopMs: 100,
  pollMs: 100,
});
