/** Collects the licence texts of the packages in an archive into one file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchivedPackage } from './list-packages.ts';

const isLicence = /^(licen[cs]e|copying|notice|ofl)([-._].*)?$/i;

const textOf = (folder: string, name: string): string =>
  readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim();

function part({ name, version, license, folder }: ArchivedPackage): string {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isLicence.test(entry.name))
    .map((entry) => entry.name)
    .sort();
  const texts = files.map((file) => `--- ${file}\n\n${textOf(folder, file)}\n`);
  const words =
    texts.length === 0
      ? 'The package contains no licence file; it states the licence above.\n'
      : texts.join('\n');
  return `${'='.repeat(80)}\n${name} ${version}\nLicence: ${license}\n\n${words}`;
}

export const licenceTexts = (packages: readonly ArchivedPackage[]): string =>
  `Licences of the ${String(packages.length)} packages in this archive\n\n${packages.map(part).join('\n')}`;
