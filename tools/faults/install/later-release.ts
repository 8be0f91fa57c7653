/** Makes later releases from a release: with another version, further migrations, or another lowest version. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCaptured } from '../../processes/child-process.ts';
import { sealTree } from '../../release/build-tree.ts';

const migrations = 'app/packages/server/src/migrations';

/** The files are links to those of the first release, so a changed one is removed first. */
function replaceFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  writeFileSync(file, text);
}

export type Later = {
  readonly version: string;
  readonly upgrades_from?: string;
  /** Further migrations by file name. */
  readonly adds?: Readonly<Record<string, string>>;
};

/** Makes the folder `to` from the folder of a release. */
export async function makeLater(
  tree: string,
  to: string,
  { version, upgrades_from, adds = {} }: Later,
): Promise<void> {
  const { code, output } = await runCaptured('cp', ['-a', '--link', tree, to], { cwd: '/' });
  if (code !== 0) throw new Error(output);
  for (const [name, text] of Object.entries(adds)) replaceFile(join(to, migrations, name), text);
  const last = readdirSync(join(to, migrations)).sort().at(-1)?.slice(0, 4) ?? '';
  const mark = readFileSync(join(tree, 'RELEASE'), 'utf8')
    .replace(/^VERSION=.*$/m, `VERSION=${version}`)
    .replace(/^LAST_MIGRATION=.*$/m, `LAST_MIGRATION=${last}`)
    .replace(/^UPGRADES_FROM=(.*)$/m, (line) =>
      upgrades_from === undefined ? line : `UPGRADES_FROM=${upgrades_from}`,
    );
  replaceFile(join(to, 'RELEASE'), mark);
  const manifest: unknown = JSON.parse(readFileSync(join(tree, 'app/package.json'), 'utf8'));
  replaceFile(join(to, 'app/package.json'), `${JSON.stringify({ ...Object(manifest), version }, null, 2)}\n`);
  rmSync(join(to, 'SHA256SUMS'));
  sealTree(to);
}
