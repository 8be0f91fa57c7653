/** `npm run format`: writes every file as prettier would have it. */
import { runNode } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';

const args = ['node_modules/prettier/bin/prettier.cjs', '--write', '--log-level=warn', '.'];
const { code } = await runNode(args, { cwd: repositoryRoot, onOutput: (text) => process.stdout.write(text) });
process.exitCode = code;
