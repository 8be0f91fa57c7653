/** `npm run worker`: runs background jobs only, for installations that run them on another machine than the server. */
import { runServerProgram } from '../build/server-program.ts';

process.exitCode = await runServerProgram('worker', { NODE_ENV: 'production', ...process.env });
