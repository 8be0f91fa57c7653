/**
 * Finds or installs the Chromium that the journeys use.
 *
 * An installed Chromium comes first; of several, the headless shell, which needs less processor time. On a Debian
 * machine without one, root installs it from the distribution, with the font that Japanese, Korean and Chinese pages
 * need. Other users get the packaged binary of @sparticuz/chromium, which npm leaves out on an older Node and which is
 * then installed outside the tree, in `.cache/`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { runCaptured } from '../processes/child-process.ts';

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

const show = (text: string): void => void process.stdout.write(text);

function onPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** Older releases have no package of the headless shell. */
const packages = ['chromium-headless-shell', 'chromium'];

async function fromDistribution(root: string): Promise<string | undefined> {
  if (!isRoot() || !existsSync('/usr/bin/apt-get')) return undefined;
  const options = { cwd: root, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  await runCaptured('apt-get', ['update', '-q'], options);
  for (const name of packages) {
    show(`Installing ${name} and fonts-noto-cjk (apt-get) …\n`);
    const { code, output } = await runCaptured(
      'apt-get',
      ['install', '-y', '-q', name, 'fonts-noto-cjk'],
      options,
    );
    if (code === 0) return onPath();
    show(`${output}\n`);
  }
  return undefined;
}

const manifest = z.object({ optionalDependencies: z.object({ '@sparticuz/chromium': z.string() }) });
const packagedBrowser = z.object({
  default: z.object({ executablePath: z.custom<() => Promise<string>>() }),
});

/** Returns where `@sparticuz/chromium` resolves from: the tree, otherwise its own folder in `.cache/`. */
async function packagedEntry(root: string): Promise<string> {
  const resolveFrom = (folder: string): string | undefined => {
    const require = createRequire(join(folder, 'package.json'));
    try {
      return require.resolve('@sparticuz/chromium');
    } catch {
      return undefined;
    }
  };
  const cache = join(root, '.cache', 'browser');
  const found = resolveFrom(join(root, 'e2e')) ?? resolveFrom(cache);
  if (found !== undefined) return found;
  const { optionalDependencies } = manifest.parse(
    JSON.parse(readFileSync(join(root, 'e2e/package.json'), 'utf8')),
  );
  show('Installing a packaged Chromium into .cache/browser …\n');
  const wanted = `@sparticuz/chromium@${optionalDependencies['@sparticuz/chromium']}`;
  const args = [
    'install',
    '--prefix',
    cache,
    '--no-save',
    '--force',
    '--ignore-scripts',
    '--no-audit',
    wanted,
  ];
  const { code, output } = await runCaptured('npm', args, { cwd: root });
  const installed = resolveFrom(cache);
  if (code === 0 && installed !== undefined) return installed;
  throw new Error(`There is no Chromium on this machine and none could be installed.\n${output}`);
}

/** Returns the path of a Chromium. */
export async function ensureBrowser(root: string): Promise<string> {
  const own = onPath() ?? (await fromDistribution(root));
  if (own !== undefined) return own;
  const entry = await packagedEntry(root);
  const module: unknown = await import(pathToFileURL(entry).href);
  return await packagedBrowser.parse(module).default.executablePath();
}
