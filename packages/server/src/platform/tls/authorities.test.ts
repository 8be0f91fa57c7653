/** Tests which texts are authorities, and that a wrong file is named by one sentence. */
import { expect, test } from 'vitest';
import { selfMadeIdentity } from '../pdf/self-made-identity.ts';
import { areAuthorities, readAuthorities } from './authorities.ts';
import { keyFiles, replaceFile } from './test-key-files.ts';

test('only certificates are authorities: no other text, no broken certificate, no private key', async () => {
  const [one, two] = [await selfMadeIdentity('ec', 'one'), await selfMadeIdentity('rsa', 'two')];
  expect(areAuthorities(one.certificates)).toBe(true);
  expect(areAuthorities(`Hospital CA\n${one.certificates}\r\n${two.certificates}\n`)).toBe(true);
  for (const wrong of [
    '',
    'hello',
    one.private_key,
    `${one.certificates}\n${one.private_key}`,
    '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----',
    `${two.certificates}\n${one.certificates.slice(0, 200)}`,
  ])
    expect([wrong, areAuthorities(wrong)]).toEqual([wrong, false]);
});

test('a file without authorities is named, and its content is not repeated', async () => {
  const { identity, cert_file, key_file } = await keyFiles();
  expect(await readAuthorities('HL7_CA_FILE', cert_file)).toBe(identity.certificates);
  await expect(readAuthorities('HL7_CA_FILE', key_file)).rejects.toMatchObject({
    code: 'config/wrong-file',
    message: `HL7_CA_FILE must have certificates in PEM form, and no private key: ${key_file}.`,
  });
  await replaceFile(cert_file, 'top-secret');
  await expect(readAuthorities('MAIL_CA_FILE', cert_file)).rejects.not.toThrow(/top-secret/);
});
