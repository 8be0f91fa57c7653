/** `npm start`: builds the page if its sources changed, then runs the server with the settings of the environment. */
import { repositoryRoot } from '../processes/repository.ts';
import { runServerProgram } from '../processes/server-program.ts';
import { ensureWebBuilt } from '../web-build/web-build.ts';

await ensureWebBuilt(repositoryRoot);
process.exitCode = await runServerProgram('main', { NODE_ENV: 'production', ...process.env });
