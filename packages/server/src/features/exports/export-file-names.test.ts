/** Tests the names of exported lists. */
import { beforeAll, expect, test } from 'vitest';
import { exportSources } from '../../app/export-sources.ts';
import { standingClock } from '../../platform/clock/clock.ts';
import { readAsking } from '../../records/people/asking.ts';
import { filter } from '../../testing/test-exports.ts';
import { tenants } from '../../testing/test-tenants.ts';

let world: Awaited<ReturnType<typeof tenants>>;
beforeAll(async () => {
  world = await tenants();
});

test.each(['exportCases', 'exportUploads', 'exportUsers', 'exportInstitutions', 'exportAudit'] as const)(
  '%s is named by the date where the user is',
  async (kind) => {
    const clock = standingClock(new Date('2026-11-19T20:00:00Z'));
    const caller = await readAsking(world.db, world.person('admin').id);
    if (caller === null) throw new Error('no caller');
    const { open } = exportSources({ ...world.serving, clock })[kind];
    const { filename } = await open({ caller, input: kind === 'exportCases' ? filter : {}, language: 'en' });
    // The administrator is in Seoul, where the next day has begun.
    expect(filename).toContain('2026-11-20');
  },
);
