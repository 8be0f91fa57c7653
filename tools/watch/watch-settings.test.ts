/** Tests that the settings of watch folders are read, and that a wrong one is named. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readWatchSettings } from './watch-settings.ts';

test('the settings of the documentation are read, and a wrong one is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watch-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const put = (text: string) => writeFile(join(folder, 'watch.json'), text);
  const page = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const [, example = ''] = /```json\n(\{\n {2}"address"[^`]+)```/.exec(page) ?? [];
  await put(example);
  const { folders } = await readWatchSettings(join(folder, 'watch.json'));
  expect(folders[0]).toMatchObject({ folder: '/srv/sftp/central/upload', time_zone: 'Asia/Seoul' });
  // The runtime lists these zones under their former names.
  for (const zone of ['Asia/Kolkata', 'Europe/Kyiv', 'UTC']) {
    await put(example.replace('Asia/Seoul', zone));
    const [first] = (await readWatchSettings(join(folder, 'watch.json'))).folders;
    expect(first?.time_zone).toBe(zone);
  }
  await put(example.replace('Asia/Seoul', 'Asia/Nowhere'));
  await expect(readWatchSettings(join(folder, 'watch.json'))).rejects.toThrow(/time_zone/);
  await put(example.replace('"folders"', 'folders'));
  await expect(readWatchSettings(join(folder, 'watch.json'))).rejects.toThrow(/watch\.json is no JSON: /);
  await expect(readWatchSettings(join(folder, 'none.json'))).rejects.toThrow(/a file that does not exist/);
});
