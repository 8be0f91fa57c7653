/** Collects the licence texts of everything in an archive into one file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ArchivedPackage } from './list-packages.ts';
import type { NativePart } from './native-parts.ts';
import { standardText } from './standard-texts.ts';

const isLicence = /^(licen[cs]e|copying|notice|ofl)([-._].*)?$/i;
const manifest = z.looseObject({
  author: z.union([z.string(), z.looseObject({ name: z.string() })]).optional(),
});

const textOf = (folder: string, name: string): string =>
  readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim();

/** Names whom the standard text of a licence protects: the author that the package states, or its authors. */
function holderOf({ name, folder }: ArchivedPackage): string {
  const { author } = manifest.parse(JSON.parse(textOf(folder, 'package.json')));
  const named = typeof author === 'string' ? author : author?.name;
  return `Copyright (c) ${named === undefined || named === '' ? `the authors of ${name}` : named}`;
}

const head = (name: string, version: string, license: string): string =>
  `${'='.repeat(80)}\n${name} ${version}\nLicence: ${license}\n\n`;

function part(each: ArchivedPackage): string {
  const { name, version, license, folder } = each;
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isLicence.test(entry.name))
    .map((entry) => entry.name)
    .sort();
  const words =
    files.length === 0
      ? `The package contains no licence file; this is the standard text.\n\n${standardText(license, [holderOf(each)])}\n`
      : files.map((file) => `--- ${file}\n\n${textOf(folder, file)}\n`).join('\n');
  return head(name, version, license) + words;
}

const nativePart = ({ name, version, licence, text }: NativePart): string =>
  `${head(name, version, licence)}${text}\n`;

export const licenceTexts = (packages: readonly ArchivedPackage[], parts: readonly NativePart[]): string =>
  `Licences of the ${String(packages.length)} packages and ${String(parts.length)} further programs and libraries in this archive\n\n${[...packages.map(part), ...parts.map(nativePart)].join('\n')}`;
