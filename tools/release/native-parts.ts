/**
 * Lists what is in the archive without a package of its own: PostgreSQL, and the libraries that its npm package contains.
 * Their versions are read from the files, and a library that is not in this table ends the build.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { standardText } from './standard-texts.ts';

type Known = {
  readonly name: string;
  /** Files of `native/lib`, without what follows `.so`. */
  readonly files: readonly string[];
  /** Finds the version in the bytes of the first of these files. */
  readonly version: RegExp;
  /** An SPDX name, or words where SPDX has none. */
  readonly licence: string;
  readonly holders: readonly string[];
};

const numbered = (text: string): string =>
  /^\d{5}$/.test(text) ? [text.slice(0, -4), text.slice(-4, -2), text.slice(-2)].map(Number).join('.') : text;

const libraries: readonly Known[] = [
  {
    name: 'openssl',
    files: ['libcrypto', 'libssl'],
    version: /OpenSSL (\d+\.\d+\.\d+[a-z]?) /,
    licence: 'OpenSSL',
    holders: [],
  },
  {
    name: 'icu',
    files: ['libicuuc', 'libicui18n', 'libicudata'],
    version: /\0(6\d\.\d)\0/,
    licence: 'ICU',
    holders: [],
  },
  {
    name: 'libxml2',
    files: ['libxml2'],
    version: /(2\d{4})\0\0\0/,
    licence: 'MIT',
    holders: ['Copyright (C) 1998-2012 Daniel Veillard. All Rights Reserved.'],
  },
  {
    name: 'libxslt',
    files: ['libxslt'],
    version: /\0(1\d{4})\0\0/,
    licence: 'MIT',
    holders: ['Copyright (C) 2001-2002 Daniel Veillard. All Rights Reserved.'],
  },
  {
    name: 'zlib',
    files: ['libz'],
    version: /deflate (\d+\.\d+\.\d+) /,
    licence: 'Zlib',
    holders: ['Copyright (C) 1995-2017 Jean-loup Gailly and Mark Adler'],
  },
  {
    name: 'liblzma',
    files: ['liblzma'],
    version: /\0(5\.\d+\.\d+)\0/,
    licence: 'public domain',
    holders: [],
  },
  {
    name: 'ossp-uuid',
    files: ['libossp-uuid'],
    version: /OSSP uuid (\d+\.\d+\.\d+) /,
    licence: 'ISC',
    holders: [
      'Copyright (c) 2004-2008 Ralf S. Engelschall <rse@engelschall.com>',
      'Copyright (c) 2004-2008 The OSSP Project <http://www.ossp.org/>',
    ],
  },
];

/** PostgreSQL's own libraries. */
const isOfPostgres = (name: string): boolean => /^lib(pq|ecpg|ecpg_compat|pgtypes)$/.test(name);

export type NativePart = {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
};

function readPart(lib: string, { name, files, version, licence, holders }: Known): NativePart {
  const entries = readdirSync(lib);
  const file = entries.find((entry) => entry.startsWith(`${files[0] ?? ''}.so`));
  const found = file === undefined ? null : version.exec(readFileSync(join(lib, file), 'latin1'));
  if (found?.[1] === undefined) throw new Error(`The version of ${name} is not in ${lib}.`);
  const text = licence === 'public domain' ? 'In the public domain.' : standardText(licence, holders);
  return { name, version: numbered(found[1]), licence, text };
}

/** `package_` is the folder of the npm package of PostgreSQL, `version` the version of that package. */
export function nativeParts(package_: string, version: string): NativePart[] {
  const lib = join(package_, 'native/lib');
  const names = existsSync(lib)
    ? readdirSync(lib).flatMap((name) => /^(lib[\w-]+)\.so/.exec(name)?.[1] ?? [])
    : [];
  const known = new Set(libraries.flatMap(({ files }) => files));
  const unknown = names.find((name) => !known.has(name) && !isOfPostgres(name));
  if (unknown !== undefined) throw new Error(`The licence of ${unknown} is not known: ${lib}`);
  const postgres = {
    name: 'postgresql',
    version: version.replace(/^(\d+\.\d+)\..*$/, '$1'),
    licence: 'PostgreSQL',
    text: standardText('PostgreSQL', []),
  };
  const present = libraries.filter(({ files }) => names.includes(files[0] ?? ''));
  return [postgres, ...present.map((each) => readPart(lib, each))];
}
