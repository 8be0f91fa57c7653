/** Tests the readers of our own Containerfile and compose files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../../processes/repository.ts';
import { readCompose, readDatabase } from './read-compose.ts';
import { readContainerfile } from './read-containerfile.ts';

const read = (name: string): string =>
  readFileSync(join(repositoryRoot, 'tools/release/product', name), 'utf8');
const secrets = { OWNER_PASSWORD: 'owner', APP_PASSWORD: 'app', S3_SECRET: 'secret' };

test('the image runs the server as a user of its own on a port and a volume that both compose files name', () => {
  const image = readContainerfile(read('containerfile'));
  expect(image).toMatchObject({ user: 'rhythmdesk', folder: '/opt/rhythmdesk', stopSignal: 'SIGTERM' });
  expect(image.command[1]).toMatch(/dist\/release\/main\.js$/);
  expect(image.steps.map(({ kind }) => kind)).toEqual(['run', 'run', 'copy']);
  for (const name of ['compose.yaml', 'compose.postgres-s3.yaml']) {
    const { ports, volumes } = readCompose(read(name), secrets);
    expect([ports, volumes]).toEqual([image.ports, image.volumes]);
  }
});

test('variables are filled in, and a missing one is an error', () => {
  const text = read('compose.postgres-s3.yaml');
  expect(readCompose(text, secrets).environment).toMatchObject({
    DATABASE_URL: 'postgres://rhythmdesk_app:app@postgres/rhythmdesk',
    PUBLIC_URL: 'http://127.0.0.1:8080',
  });
  expect(() => readCompose(text, { APP_PASSWORD: 'app' })).toThrow('needs OWNER_PASSWORD');
});

test('the PostgreSQL of a compose file has its settings, its script and its health check', () => {
  const database = readDatabase(read('compose.postgres-s3.yaml'), secrets);
  expect(database.environment).toMatchObject({ OWNER_PASSWORD: 'owner', APP_PASSWORD: 'app' });
  expect(read(database.script)).toContain('create database rhythmdesk');
  expect(database.health[0]).toBe('pg_isready');
  expect(() => readDatabase(read('compose.yaml'), secrets)).toThrow();
});

test('an instruction that the trial would leave out is an error', () => {
  expect(() => readContainerfile('FROM debian\nENTRYPOINT ["sh"]')).toThrow('ENTRYPOINT');
});
