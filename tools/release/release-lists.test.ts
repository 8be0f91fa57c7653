/** Tests what is said about an archive: its licences, its bill of materials, and the machine of its programs. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reduceBill } from './bill-of-materials.ts';
import { judgeBill } from './judge-bill.ts';
import { judgeMachine } from './judge-machine.ts';
import { licenceTexts } from './licence-texts.ts';
import { nativeParts } from './native-parts.ts';
import { standardText } from './standard-texts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rhythmdesk-lists-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lib = (): string => {
  const to = join(folder, 'native/lib');
  mkdirSync(to, { recursive: true });
  return to;
};

test('native libraries are listed with the version in their bytes, and an unknown one ends the build', () => {
  writeFileSync(join(lib(), 'libxml2.so.2'), 'call\n\0\0\u000020904\0\0\0xml');
  writeFileSync(join(lib(), 'libpq.so.5'), '');
  const parts = nativeParts(folder, '18.4.0-beta.17');
  expect(parts.map(({ name, version }) => `${name} ${version}`)).toEqual([
    'postgresql 18.4',
    'libxml2 2.9.4',
  ]);
  expect(parts[1]?.text).toContain('Daniel Veillard');
  writeFileSync(join(lib(), 'libnew.so.1'), '');
  expect(() => nativeParts(folder, '18.4.0')).toThrow('libnew');
});

test('a package without a licence file gets the standard text with its author', () => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ author: 'Ada' }));
  const text = licenceTexts([{ name: 'one', version: '1.0.0', license: 'MIT AND ISC', folder }], []);
  expect(text).toContain('Copyright (c) Ada');
  expect(text).toContain('Permission is hereby granted, free of charge');
  expect(text).toContain('Permission to use, copy, modify, and/or distribute');
  expect(text).not.toMatch(/<year>|Internet Systems Consortium/);
  expect(() => standardText('No such licence', [])).toThrow();
});

const whole = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: 'urn:uuid:00000000-0000-4000-8000-000000000000',
  version: 1,
  metadata: { timestamp: '2026-01-01T00:00:00Z' },
  components: [
    { 'bom-ref': 'one@1.0.0', type: 'library', name: 'one', version: '1.0.0' },
    { 'bom-ref': 'tool@1.0.0', type: 'library', name: 'tool', version: '1.0.0' },
  ],
  dependencies: [
    { ref: 'one@1.0.0', dependsOn: ['tool@1.0.0'] },
    { ref: 'tool@1.0.0', dependsOn: [] },
  ],
};

test('a bill has the packages of the archive with a licence each, and meets the schema of CycloneDX', async () => {
  const parts = nativeParts(folder, '18.4.0');
  const bill = reduceBill(whole, [{ name: 'one', version: '1.0.0', license: 'MIT', folder }], {
    version: '0.1.0',
    platform: 'linux-x64',
    parts,
  });
  expect(bill.components).toMatchObject([
    { name: 'one', licenses: [{ license: { id: 'MIT' } }] },
    { name: 'postgresql', licenses: [{ license: { id: 'PostgreSQL' } }] },
  ]);
  await judgeBill(JSON.stringify(bill));
  const wrong = JSON.stringify({ ...bill, components: [{ name: 'without a type' }] });
  await expect(judgeBill(wrong)).rejects.toThrow('CycloneDX');
});

test('a program for another machine ends the build', () => {
  const program = readFileSync(process.execPath).subarray(0, 64);
  program.writeUInt16LE(183, 18);
  writeFileSync(join(folder, 'run'), program);
  writeFileSync(join(folder, 'text'), 'words');
  expect(judgeMachine(folder, 'linux-arm64')).toBe(1);
  expect(() => judgeMachine(folder, 'linux-x64')).toThrow('run is a program for another machine');
});
