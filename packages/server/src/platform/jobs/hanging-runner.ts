/** A runner that takes a job and never ends: the test of killed runners starts it as a process and kills it. */
import { z } from 'zod';
import { openLog } from '../log/log.ts';
import { startJobs } from './runner.ts';

const shape = z.object({ host: z.string(), user: z.string(), password: z.string(), database: z.string() });
const nothing = () => Promise.resolve();

await startJobs({
  connection: shape.parse(JSON.parse(process.argv[2] ?? '')),
  handlers: {
    'check-upload': async () => {
      process.stdout.write('holding\n');
      await new Promise(() => undefined);
    },
    'analyse-recording': () => Promise.resolve(),
    'carry-hospital-name': async () => Promise.resolve(),
    'renew-analyses': nothing,
    'send-mail': nothing,
    'mail-password-link': nothing,
    'sweep-retention': nothing,
    'sweep-files': nothing,
    'anchor-history': nothing,
  },
  places: { common: 1, analyses: 1 },
  log: openLog('silent'),
  stopMs: 100,
  pollMs: 100,
});
