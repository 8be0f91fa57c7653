import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProviders } from './read-providers.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'providers-'));
});
afterAll(() => rm(folder, { recursive: true }));

const good = {
  provider: 'house',
  name: 'House of Hearts',
  issuer: 'https://login.house.example',
  client_id: 'rhythmdesk',
  client_secret: 'never repeated',
  register_codes: ['HOUSE-1'],
};

async function read(value: unknown) {
  const file = path.join(folder, 'providers.json');
  await writeFile(file, typeof value === 'string' ? value : JSON.stringify(value));
  return readProviders(file);
}

test('a provider is read with defaults for missing settings', async () => {
  expect(await read([good])).toEqual([
    {
      ...good,
      client_authentication: 'client_secret_basic',
      listed: true,
      mfa: { amr: [], acr: [] },
    },
  ]);
});

test.each<[string, unknown, RegExp]>([
  ['no JSON', '{', /a list of providers is expected/],
  ['no list', good, /a list of providers is expected/],
  [
    'an issuer without encryption',
    [{ ...good, issuer: 'http://login.house.example' }],
    /OIDC_FILE: 0\.issuer/,
  ],
  ['an unknown field', [{ ...good, isuer: 'x' }], /OIDC_FILE: 0/],
  ['no institution', [{ ...good, register_codes: [] }], /0\.register_codes/],
  ['the same name twice', [good, { ...good, issuer: 'https://other.example' }], /provider: the same twice/],
  ['the same issuer twice', [good, { ...good, provider: 'other' }], /issuer: the same twice/],
])('%s is refused with its position, never with a value', async (_what, value, why) => {
  const refused = read(value);
  await expect(refused).rejects.toMatchObject({ names: ['OIDC_FILE'] });
  await expect(refused).rejects.toThrow(why);
  await expect(refused).rejects.not.toThrow(/never repeated/);
});

test('a missing file is reported by the setting’s name', async () => {
  await expect(readProviders(path.join(folder, 'none.json'))).rejects.toThrow(
    /OIDC_FILE: the file cannot be read/,
  );
});
