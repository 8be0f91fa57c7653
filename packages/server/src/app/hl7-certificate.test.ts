/** Tests that the port of HL7 v2 uses a renewed certificate without a restart, and that operators see it. */
import { X509Certificate } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { connect } from 'node:tls';
import { routes } from '@rhythmdesk/contract/routes';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../platform/db/test-database.ts';
import { openLog } from '../platform/log/log.ts';
import { selfMadeIdentity } from '../platform/pdf/self-made-identity.ts';
import { keyFiles, replaceFile, writeIdentity, type Identity } from '../platform/tls/test-key-files.ts';
import { tenantsOf } from '../testing/test-two-centers.ts';
import { startWebPart } from '../testing/test-web-part.ts';
import { freePort } from '../platform/test-ports.ts';

/** Returns the fingerprint of the certificate that the port shows to this sender. */
async function shownAt(port: number, { certificates: cert, private_key: key }: Identity): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, cert, key, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

const fingerprintOf = ({ certificates }: Identity): string =>
  new X509Certificate(certificates).fingerprint256;

test('renewed files are used for new connections, and broken ones are shown to operators', async () => {
  const { folder, identity, cert_file, key_file, settings } = await keyFiles();
  const sender = await selfMadeIdentity('ec', 'sender');
  await replaceFile(path.join(folder, 'ca.pem'), sender.certificates);
  const said: string[] = [];
  const lines = new EventEmitter();
  const log = openLog('info', {
    write: (line) => {
      said.push(line);
      lines.emit('line');
    },
  });
  const until = async (words: string): Promise<void> => {
    while (!said.some((line) => line.includes(words))) await once(lines, 'line');
  };
  const port = await freePort();
  const web = await startWebPart(
    { ...(await testDatabase()), log },
    {
      ...{ HL7_PORT: String(port), HL7_CERT_FILE: cert_file, HL7_KEY_FILE: key_file },
      HL7_CA_FILE: path.join(folder, 'ca.pem'),
    },
  );
  onTestFinished(web.close);
  const { person } = await tenantsOf(web);
  const refused = async () => {
    const answer = await web.call('operation/overview', person('admin').token);
    const { certificates } = routes.operations.output.parse(await answer.json());
    return certificates.map(({ use, renewal_refused }) => [use, renewal_refused]);
  };
  expect(await shownAt(port, sender)).toBe(fingerprintOf(identity));
  expect(await refused()).toEqual([['hl7', false]]);
  await replaceFile(key_file, 'broken');
  await until('HL7_KEY_FILE has no private key in PEM form.');
  expect(await refused()).toEqual([['hl7', true]]);
  expect(await shownAt(port, sender)).toBe(fingerprintOf(identity));
  const renewed = await selfMadeIdentity('ec', 'ecg.example');
  await writeIdentity({ settings, cert_file, key_file }, renewed);
  await until('a renewed certificate is used');
  expect(await shownAt(port, sender)).toBe(fingerprintOf(renewed));
  expect(await refused()).toEqual([['hl7', false]]);
});
