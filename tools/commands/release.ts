/**
 * `npm run release`: makes the archives for linux-x64 and linux-arm64 in `dist-release`, with their checksums.
 * `-- --platform=linux-x64` makes one; `--to=FOLDER` writes elsewhere; `--changed` allows changes that are not
 * committed. `-- --twice` builds the commit in two fresh copies of the repository and compares every byte.
 */
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { plainWords } from '../processes/plain-words.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { buildRelease } from '../release/build-release.ts';
import { compareBuilds } from '../release/compare-builds.ts';
import { isPlatform, type Platform, platforms } from '../release/platforms.ts';

const { values } = parseArgs({
  options: {
    platform: { type: 'string' },
    to: { type: 'string', default: join(repositoryRoot, 'dist-release') },
    changed: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function chosenPlatforms(): Platform[] {
  const all = Object.keys(platforms).filter(isPlatform);
  if (values.platform === undefined) return all;
  if (!isPlatform(values.platform)) throw new Error(`There are: ${all.join(', ')}`);
  return [values.platform];
}

async function run(): Promise<number> {
  const chosen = chosenPlatforms();
  if (values.twice) return (await compareBuilds(repositoryRoot, chosen, say)) ? 0 : 1;
  const made = await buildRelease({
    root: repositoryRoot,
    to: values.to,
    platforms: chosen,
    allowsChanges: values.changed,
    say,
  });
  for (const { file, sha256, bytes } of made)
    say(`${sha256}  ${basename(file)}  ${(bytes / 1_000_000).toFixed(1)} MB`);
  return 0;
}

process.exitCode = await run().catch((fault: unknown) => {
  say(plainWords(fault));
  return 1;
});
