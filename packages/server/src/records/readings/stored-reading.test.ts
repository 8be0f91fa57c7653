import { expect, test } from 'vitest';
import { FileFault, type FileStore } from '../../platform/files/file-store.ts';
import { openStoredReading } from './stored-reading.ts';

test('beats that only another server has yet are not called missing', async () => {
  // A thread knows no other servers, so it has no size of such a file.
  const elsewhere = () => Promise.reject(new FileFault('files/elsewhere', 'x'));
  const files: Pick<FileStore, 'size' | 'read' | 'whole'> = {
    ...{ size: () => Promise.resolve(null), read: elsewhere, whole: elsewhere },
  };
  const opened = openStoredReading(files, { beats_sha256: 'x', earlier: [] });
  await expect(opened).rejects.toMatchObject({ code: 'files/elsewhere' });
});
