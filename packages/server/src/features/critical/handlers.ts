/**
 * Handles the routes of critical findings: the center reads them, its readers act on them, its chief sets their rules.
 */
import type { criticalRoutes } from '@rhythmdesk/contract/critical';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { actOnCritical } from './act-on-critical.ts';
import { changeContacts, readFinding, readStrip } from './critical-detail.ts';
import type { CriticalDependencies } from './critical-dependencies.ts';
import { countOpen, countViews, findingsOfCase, readPage } from './critical-query.ts';
import { readCriticalSettings } from '../../records/critical/critical-settings.ts';
import { changeRules, ownCenter, readRules } from './critical-settings.ts';
import { acknowledgedWithin, readTimes } from './critical-times.ts';

async function listFindings(
  { db, clock }: CriticalDependencies,
  caller: Caller,
  { view, page, size, from_time, to_time }: ParsedOf<typeof criticalRoutes.criticalFindings>,
) {
  const within =
    from_time === undefined || to_time === undefined
      ? undefined
      : acknowledgedWithin(caller, { from_time, to_time });
  const [found, counts, standing] = await Promise.all([
    readPage(db, { caller, now: clock.now() }, { view, page, size, within }),
    countViews(db, caller),
    readCriticalSettings(db, ownCenter({ caller })),
  ]);
  const { version, created_at } = standing;
  return {
    ...found,
    page,
    size,
    counts,
    settings_version: version,
    settings_at: created_at?.toISOString() ?? null,
  };
}

export function criticalHandlers(dependencies: CriticalDependencies): Handlers<typeof criticalRoutes> {
  const { db, clock } = dependencies;
  return {
    criticalFindings: ({ caller, input }) => listFindings(dependencies, caller, input),
    criticalCount: async ({ caller }) => ({ open: await countOpen(db, caller) }),
    criticalTimes: ({ caller, input }) => readTimes(db, caller, input),
    criticalFinding: ({ caller, input }) => readFinding(db, { caller, now: clock.now() }, input.finding_id),
    criticalOfCase: async ({ caller, input }) => ({
      items: await findingsOfCase(db, { caller, now: clock.now() }, input.case_id),
    }),
    criticalStrip: ({ caller, input }) => readStrip(db, caller, input.finding_id),
    actOnCritical: ({ caller, input }) => actOnCritical(db, input, { caller, now: clock.now() }),
    criticalRules: ({ caller }) => readRules(db, { caller }),
    changeCriticalRules: ({ caller, input }) => changeRules(db, input, { caller, now: clock.now() }),
    changeHospitalContacts: ({ caller, input }) => changeContacts(db, input, { caller, now: clock.now() }),
  };
}
