/**
 * `npm run upgrade:fixture -- installation | backup`: makes the small installation of an older commit again, which `npm
 * test` upgrades, or the backup of one, which `npm test` restores.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopLeftOver } from '@rhythmdesk/server/platform/postgres/postmaster';
import { makeFixture } from '../faults/upgrade/fixture.ts';

const root = await mkdtemp(path.join(tmpdir(), 'upgrade-fixture-'));
const [kind] = process.argv.slice(2);
try {
  if (kind !== 'installation' && kind !== 'backup')
    throw new Error('npm run upgrade:fixture -- installation | backup');
  process.stdout.write(`${String(await makeFixture(kind, root))} bytes\n`);
} finally {
  await stopLeftOver(path.join(root, 'data', 'postgres', 'data'));
  await rm(root, { recursive: true, force: true });
}
