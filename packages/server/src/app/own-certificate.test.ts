/** Tests the whole server with a certificate of its own: what operators see of it, a renewal, and a wrong start. */
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { routes } from '@rhythmdesk/contract/routes';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../platform/db/test-database.ts';
import { openLog } from '../platform/log/log.ts';
import { selfMadeIdentity } from '../platform/pdf/self-made-identity.ts';
import { keyFiles, replaceFile, siteName, writeIdentity } from '../platform/tls/test-key-files.ts';
import { secureGet } from '../platform/tls/test-secure-get.ts';
import { tenantsOf } from '../testing/test-two-centers.ts';
import { startProcess } from '../testing/test-process.ts';
import { startWebPart } from '../testing/test-web-part.ts';
import { addFigures } from './program-figures.ts';

const settingsOf = ({ cert_file, key_file }: Awaited<ReturnType<typeof keyFiles>>) => ({
  TLS_CERT_FILE: cert_file,
  TLS_KEY_FILE: key_file,
  PUBLIC_URL: `https://${siteName}`,
});

const yearS = 31_557_600;

/** Starts the server and returns a function that waits for a line of its log. */
async function startSecure(files: Awaited<ReturnType<typeof keyFiles>>, settings = {}) {
  const lines = new EventEmitter();
  const said: string[] = [];
  const log = openLog('info', {
    write: (line) => {
      said.push(line);
      lines.emit('line');
    },
  });
  const web = await startWebPart({ ...(await testDatabase()), log }, { ...settingsOf(files), ...settings });
  let closing: Promise<void> | null = null;
  const close = () => (closing ??= web.close());
  onTestFinished(close);
  const until = async (words: string): Promise<void> => {
    while (!said.some((line) => line.includes(words))) await once(lines, 'line');
  };
  return { web, close, said, until, port: Number(new URL(web.address).port) };
}

test('operators see the certificate in use, that new files are broken, and the renewed one', async () => {
  const files = await keyFiles();
  const { web, until, port } = await startSecure(files);
  expect(new URL(web.address).protocol).toBe('https:');
  const { person } = await tenantsOf(web);
  addFigures(web.serving, () => Promise.resolve([]));
  const headers = { authorization: `Bearer ${person('admin').token}` };
  const shown = async (ca: string) => {
    const { text } = await secureGet({ port, ca, path: '/api/v1/operation/overview', headers });
    return routes.operations.output.parse(JSON.parse(text)).certificates[0];
  };
  // The gauges are read at most every two seconds.
  const metric = (name: string) =>
    expect.poll(
      async () => {
        const found = new RegExp(`^${name}\\{use="https"\\} (.+)$`, 'm').exec(
          await web.serving.metrics.text(),
        );
        return Math.round(Number(found?.[1]) / (name.endsWith('seconds') ? yearS : 1));
      },
      { timeout: 20_000 },
    );
  const before = files.identity.certificates;
  expect(await shown(before)).toMatchObject({
    use: 'https',
    subject: `CN=${siteName}`,
    renewal_refused: false,
  });
  await metric('rhythmdesk_certificate_refused').toBe(0);
  await replaceFile(files.key_file, 'broken');
  await until('TLS_KEY_FILE has no private key in PEM form.');
  expect(await shown(before)).toMatchObject({ renewal_refused: true });
  await metric('rhythmdesk_certificate_refused').toBe(1);

  const to = new Date(Date.now() + 10 * yearS * 1000);
  const renewed = await selfMadeIdentity('ec', siteName, { from: new Date('2026-01-01T00:00:00Z'), to });
  await writeIdentity(files, renewed);
  await until('a renewed certificate is used');
  expect(await shown(renewed.certificates)).toMatchObject({ renewal_refused: false });
  await metric('rhythmdesk_certificate_refused').toBe(0);
  await metric('rhythmdesk_certificate_expiry_seconds').toBe(10);
  await expect(shown(before)).rejects.toThrow();
});

test('a server with an expired certificate starts, and says so', async () => {
  const files = await keyFiles();
  const expired = { from: new Date('2020-01-01T00:00:00Z'), to: new Date('2021-01-01T00:00:00Z') };
  await writeIdentity(files, await selfMadeIdentity('ec', 'other.example', expired));
  const { said } = await startSecure(files);
  expect(said.join('')).toContain('The certificate of TLS_CERT_FILE expired on 2021-01-01.');
  expect(said.join('')).toContain('does not name ecg.example, the host of PUBLIC_URL');
  expect(said.join('')).not.toContain('without encryption');
});

test('a start with a wrong certificate ends with one sentence, before anything is opened', async () => {
  const files = await keyFiles();
  await rm(files.key_file);
  const data = path.join(files.folder, 'data');
  await expect(startProcess(null, data, settingsOf(files))).rejects.toThrow(
    `TLS_KEY_FILE names a file that does not exist: ${files.key_file}.`,
  );
  expect(existsSync(data)).toBe(false);
});

test('wrong files of HL7 v2 and of mail end a start too, also if HL7 v2 is only sent', async () => {
  const files = await keyFiles();
  const other = await keyFiles();
  const data = path.join(files.folder, 'data');
  const sends = { HL7_CERT_FILE: files.cert_file, HL7_KEY_FILE: other.key_file };
  await expect(startProcess(null, data, sends)).rejects.toThrow(
    'HL7_KEY_FILE is not the key of the first certificate in HL7_CERT_FILE.',
  );
  const receives = { HL7_CERT_FILE: files.cert_file, HL7_KEY_FILE: files.key_file };
  await expect(
    startProcess(null, data, { ...receives, HL7_PORT: '2575', HL7_CA_FILE: files.key_file }),
  ).rejects.toThrow('HL7_CA_FILE must have certificates in PEM form, and no private key');
  const mails = { MAIL_URL: 'smtp://127.0.0.1', MAIL_FROM: 'a@b.example', PUBLIC_URL: 'https://ecg.example' };
  await expect(startProcess(null, data, { ...mails, MAIL_CA_FILE: files.key_file })).rejects.toThrow(
    'MAIL_CA_FILE must have certificates',
  );
  expect(existsSync(data)).toBe(false);
});

test('a port without encryption leads pages to PUBLIC_URL while the server runs', async () => {
  const files = await keyFiles();
  const { close, said, until } = await startSecure(files, { HTTP_REDIRECT_PORT: '0' });
  await until('requests without encryption are redirected');
  const line = said.find((each) => each.includes('requests without encryption are redirected')) ?? '';
  const { port } = z.object({ port: z.number() }).parse(JSON.parse(line));
  const ask = (url: string) => fetch(`http://127.0.0.1:${String(port)}${url}`, { redirect: 'manual' });
  const page = await ask('/case/7');
  expect([page.status, page.headers.get('location')]).toEqual([308, `https://${siteName}/case/7`]);
  expect((await ask('/healthz')).status).toBe(200);
  await close();
  await expect(ask('/case/7')).rejects.toThrow();
});
