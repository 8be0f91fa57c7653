/** `npm run upgrade:fixture`: makes the small installation of an older commit again, which `npm test` upgrades. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopLeftOver } from '@rhythmdesk/server/platform/postgres/postmaster';
import { makeFixture } from '../faults/upgrade/fixture.ts';

const root = await mkdtemp(path.join(tmpdir(), 'upgrade-fixture-'));
try {
  process.stdout.write(`${String(await makeFixture(root))} bytes\n`);
} finally {
  await stopLeftOver(path.join(root, 'data', 'postgres', 'data'));
  await rm(root, { recursive: true, force: true });
}
