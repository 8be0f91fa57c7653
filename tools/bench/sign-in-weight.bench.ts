/** Measures what a first visit to the sign-in page loads. The bound of sign-in-weight.ts is its goal. */
import { join } from 'node:path';
import { repositoryRoot } from '../processes/repository.ts';
import { signInBoundKb, signInScripts, weightKb } from '../build/sign-in-weight.ts';
import { ensureWebBuilt } from '../build/web-build.ts';
import type { Bench } from './bench.ts';

export default {
  name: 'sign-in-weight',
  run: async (print) => {
    await ensureWebBuilt(repositoryRoot);
    print({
      what: 'scripts named by the page and their static imports, gzipped',
      value: weightKb(signInScripts(join(repositoryRoot, 'packages/web/dist'))),
      unit: 'kB',
      goal: signInBoundKb,
    });
  },
} satisfies Bench;
