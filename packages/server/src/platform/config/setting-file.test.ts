import { expect, test } from 'vitest';
import { readSettingFile } from './setting-file.ts';

test('a file that cannot be read is named with its setting', async () => {
  const missing = readSettingFile('MAIL_CA_FILE', '/nowhere/ca.pem');
  await expect(missing).rejects.toThrow('MAIL_CA_FILE names a file that does not exist: /nowhere/ca.pem.');
  await expect(missing).rejects.toMatchObject({ code: 'config/wrong-file' });
  await expect(readSettingFile('MAIL_CA_FILE', '/')).rejects.toThrow(
    'MAIL_CA_FILE cannot be read (EISDIR): /.',
  );
});
