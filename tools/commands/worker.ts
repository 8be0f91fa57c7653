/** `npm run worker`: background jobs alone, for installations that keep them off the machine that answers. */
import { runServerProgram } from '../build/server-program.ts';

process.exitCode = await runServerProgram('worker', { NODE_ENV: 'production', ...process.env });
