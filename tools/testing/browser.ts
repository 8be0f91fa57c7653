/**
 * Finds or installs the Chromium that the journeys use.
 *
 * The headless shell comes first, because the journeys need a quarter less processor time with it. If Debian's Chromium
 * is installed without it, root installs the shell of the same version, which changes no other package. Otherwise an
 * installed Chromium is used. On a Debian machine without one, root installs the shell from the distribution, with the
 * font that Japanese, Korean and Chinese pages need. Other users get the packaged binary of @sparticuz/chromium, which
 * npm leaves out on an older Node and which is then installed outside the tree, in `.cache/`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { runCaptured } from '../processes/child-process.ts';

const shell = 'chromium-headless-shell';
const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const show = (text: string): void => void process.stdout.write(text);

function onPath(wanted: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return wanted
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

const isRoot = (): boolean => process.getuid?.() === 0;
const canInstall = (): boolean => isRoot() && existsSync('/usr/bin/apt-get');

const apt = (root: string, args: readonly string[]) =>
  runCaptured('apt-get', [...args, '-q'], {
    cwd: root,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

/** Returns the version of Debian's Chromium, or undefined if it is not installed. */
async function debianVersion(root: string): Promise<string | undefined> {
  const args = ['--show', '--showformat', '${db:Status-Status} ${Version}', 'chromium-common'];
  const { code, stdout } = await runCaptured('dpkg-query', args, { cwd: root });
  const [status, version] = stdout.trim().split(' ');
  return code === 0 && status === 'installed' ? version : undefined;
}

/** Adds the headless shell to Debian's Chromium. The lists of packages are read only if they lack this version. */
async function besideChromium(root: string): Promise<string | undefined> {
  const version = canInstall() ? await debianVersion(root) : undefined;
  if (version === undefined) return undefined;
  show(`Installing ${shell} ${version} (apt-get) …\n`);
  const install = () => apt(root, ['install', '-y', '--no-install-recommends', `${shell}=${version}`]);
  if ((await install()).code !== 0) {
    await apt(root, ['update']);
    await install();
  }
  return onPath([shell]);
}

/** Older releases have no package of the headless shell. */
const packages = [shell, 'chromium'];

async function fromDistribution(root: string): Promise<string | undefined> {
  if (!canInstall()) return undefined;
  await apt(root, ['update']);
  for (const name of packages) {
    show(`Installing ${name} and fonts-noto-cjk (apt-get) …\n`);
    const { code, output } = await apt(root, ['install', '-y', name, 'fonts-noto-cjk']);
    if (code === 0) return onPath([name]);
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

/**
 * Returns the path of a Chromium. `prefers`: `light` for the least processor time, `whole` for the browser that users
 * have, whose figures are compared.
 */
export async function ensureBrowser(root: string, prefers: 'light' | 'whole'): Promise<string> {
  const light = async (): Promise<string | undefined> => onPath([shell]) ?? (await besideChromium(root));
  const own = prefers === 'light' ? ((await light()) ?? onPath(whole)) : (onPath(whole) ?? (await light()));
  const found = own ?? (await fromDistribution(root));
  if (found !== undefined) return found;
  const entry = await packagedEntry(root);
  const module: unknown = await import(pathToFileURL(entry).href);
  return await packagedBrowser.parse(module).default.executablePath();
}
