/** `npm run format`: formats every file. */
import { runNode } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';

const args = ['node_modules/oxfmt/bin/oxfmt', '--write'];
const { code } = await runNode(args, { cwd: repositoryRoot, onOutput: (text) => process.stdout.write(text) });
process.exitCode = code;
