import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { pagePolicy } from '../platform/http/content-policy.ts';
import { filesFolder } from './installation-folders.ts';
import { openPush } from './open-push.ts';

const project = {
  FCM_PROJECT_ID: 'house-project',
  FCM_API_KEY: 'page-key',
  FCM_APP_ID: '1:23:web:45',
  FCM_SENDER_ID: '23',
};

let DATA_DIR = '';
let FCM_CREDENTIALS_FILE = '';

beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'rhythmdesk-push-'));
  await mkdir(filesFolder(DATA_DIR), { recursive: true });
  FCM_CREDENTIALS_FILE = join(DATA_DIR, 'account.json');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const account = {
    project_id: 'house-project',
    client_email: 'sender@house-project.test',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
  await writeFile(FCM_CREDENTIALS_FILE, JSON.stringify(account));
});
afterAll(() => rm(DATA_DIR, { recursive: true }));

const openWith = (settings: Record<string, string>) => openPush(readConfig({ DATA_DIR, ...settings }));

test('without a project browsers subscribe with the installation’s own key, which never changes', async () => {
  const { standing, origins, hosts } = await openWith({});
  expect(standing).toMatchObject({ firebase: null, missing: [] });
  expect(Buffer.from(standing.web_push_key, 'base64url')).toHaveLength(65);
  expect((await openWith({})).standing.web_push_key).toBe(standing.web_push_key);
  expect(origins).toEqual([]);
  expect(pagePolicy('n', origins)).toBe(pagePolicy('n'));
  expect(hosts).toContain('*.push.apple.com');
});

test('a complete project is passed to the page, which may only then connect to Firebase', async () => {
  const { standing, origins } = await openWith({ ...project, FCM_CREDENTIALS_FILE });
  expect(standing).toMatchObject({
    firebase: {
      projectId: 'house-project',
      apiKey: 'page-key',
      appId: '1:23:web:45',
      messagingSenderId: '23',
      vapidKey: null,
    },
    missing: [],
  });
  expect(pagePolicy('n', origins)).toContain(
    "connect-src 'self' https://firebaseinstallations.googleapis.com https://fcmregistrations.googleapis.com;",
  );
});

test.each([
  ['FCM_PROJECT_ID', 'projectId'],
  ['FCM_API_KEY', 'apiKey'],
  ['FCM_APP_ID', 'appId'],
  ['FCM_SENDER_ID', 'messagingSenderId'],
] as const)('a project without %s is not used, and %s is named as missing', async (setting, name) => {
  const { standing, origins } = await openWith({ ...project, [setting]: '' });
  expect(standing).toMatchObject({ firebase: null, missing: [name] });
  expect(origins).toEqual([]);
});

test('an invalid account file stops the start', async () => {
  const file = join(DATA_DIR, 'no-account.json');
  await writeFile(file, JSON.stringify({ project_id: 'house-project' }));
  await expect(openWith({ ...project, FCM_CREDENTIALS_FILE: file })).rejects.toThrow(/client_email/);
});

test('credentials that cannot be used are named with their setting, never with their content', async () => {
  await expect(openWith({ FCM_CREDENTIALS_FILE: '/nowhere/account.json' })).rejects.toThrow(
    'FCM_CREDENTIALS_FILE names a file that does not exist: /nowhere/account.json.',
  );
  const broken = join(DATA_DIR, 'broken.json');
  await writeFile(broken, '{"private_key":"secret');
  await expect(openWith({ FCM_CREDENTIALS_FILE: broken })).rejects.toThrow(
    `FCM_CREDENTIALS_FILE is not the service account of a project: ${broken}.`,
  );
  await writeFile(broken, '{"project_id":"house-project","private_key":"secret"}');
  await expect(openWith({ FCM_CREDENTIALS_FILE: broken })).rejects.toThrow(
    `FCM_CREDENTIALS_FILE is not the service account of a project (wrong or missing: client_email, private_key): ${broken}.`,
  );
});
