/** Tests the pages and files under a path of the host, and that no path of the product can be taken for another. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fhirBase } from '@rhythmdesk/contract/fhir';
import { healthLinkBase } from '@rhythmdesk/contract/health-links';
import { beginsLikeOwn } from '@rhythmdesk/contract/own-segments';
import { expect, test } from 'vitest';
import { withoutBasePath } from './base-path.ts';
import { stopServer } from './graceful-stop.ts';
import { testApp } from './test-table.ts';

const page =
  '<meta name="rhythmdesk-settings" content="__PAGE_SETTINGS__"><link rel="icon" href="./mark.svg"><script src="./assets/a-1.js"></script><a href="https://x.example/./">';

async function under(basePath: string) {
  const pages = await mkdtemp(join(tmpdir(), 'pages-'));
  await mkdir(join(pages, 'assets'));
  await writeFile(join(pages, 'index.html'), page);
  await writeFile(join(pages, 'mark.svg'), '<svg/>');
  await writeFile(join(pages, 'assets', 'a-1.js'), 'script');
  return testApp({ pages, basePath });
}

test.each([
  ['/ecg', '/ecg', '/'],
  ['/ecg', '/ecg/', '/'],
  ['/ecg', '/ecg?x=1', '/?x=1'],
  ['/ecg', '/ecg/detail/5?x=1', '/detail/5?x=1'],
  ['/ecg', '/detail/5', '/detail/5'],
  ['/ecg', '/ecgs/detail/5', '/ecgs/detail/5'],
  ['/ecg', '/ecg/ecg/x', '/ecg/x'],
  ['/apps/ecg', '/apps/ecg/x', '/x'],
  ['/apps/ecg', '/ecg/x', '/ecg/x'],
  ['', '/detail/5', '/detail/5'],
])('under "%s" the address %s means %s', (base, address, path) => {
  expect(withoutBasePath(base, address)).toBe(path);
});

test('the page names its files and its path, whether the proxy passes the path on or removes it', async () => {
  const { app, streams } = await under('/ecg');
  for (const path of ['/ecg', '/ecg/', '/ecg/detail/5', '/', '/detail/5']) {
    const { statusCode, body } = await app.inject(path);
    expect([path, statusCode]).toEqual([path, 200]);
    expect(body).toContain('href="/ecg/mark.svg"');
    expect(body).toContain('src="/ecg/assets/a-1.js"');
    expect(body).toContain('{&#34;base_path&#34;:&#34;/ecg&#34;}');
    expect(body).toContain('href="https://x.example/./"');
  }
  for (const before of ['/ecg', ''])
    expect([
      (await app.inject(`${before}/assets/a-1.js`)).body,
      (await app.inject(`${before}/mark.svg`)).body,
    ]).toEqual(['script', '<svg/>']);
  expect((await app.inject('/ecg/assets/none.js')).statusCode).toBe(404);
  await stopServer(app, streams, 1000);
});

test('at the root of a host the page is what it was', async () => {
  const { app, streams } = await under('');
  const { body } = await app.inject('/detail/5');
  expect(body).toBe(page.replace('__PAGE_SETTINGS__', '{}').replaceAll('"./', '"/'));
  await stopServer(app, streams, 1000);
});

test('no path for the product begins like one of its own', async () => {
  const { app, streams } = await under('');
  const routes = app.printRoutes({ commonPrefix: false }).matchAll(/^[├└]── \/?([\w.-]+)/gm);
  const paths = [...routes].map(([, segment]) => `/${segment ?? ''}`);
  for (const known of ['/api', '/healthz', '/.well-known']) expect(paths).toContain(known);
  for (const path of [...paths, fhirBase, healthLinkBase, '/API/x'])
    expect([path, beginsLikeOwn(path)]).toEqual([path, true]);
  expect(beginsLikeOwn('/rhythmdesk')).toBe(false);
  await stopServer(app, streams, 1000);
});
