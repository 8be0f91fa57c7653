/** How the requests of a center are shared among its teams. */
import { z } from 'zod';
import { instant, rowId } from './fields.ts';
import { defineRoutes } from './route.ts';

const named = z.object({ id: z.number().int(), name: z.string() });

/** What a team has to do: cases of its share that nobody has taken, and those under work. */
const workload = { waiting: z.number().int(), in_work: z.number().int() };

const teamShares = z.object({
  center: named,
  takes_others_share: z.boolean(),
  /** How many of the latest requests are counted, and since when neither ratios nor teams have changed. */
  counted: z.number().int(),
  counted_since: instant.nullable(),
  teams: z.array(
    named.extend({
      version: z.number().int(),
      analysis_ratio: z.number().int().nullable(),
      /** Its part of all, 0 to 1. */
      share: z.number(),
      /** Of the requests counted: how many it got, and how many its share of them is. */
      dealt: z.number().int(),
      fair: z.number(),
      ...workload,
    }),
  ),
  /** Open cases of no team’s share. */
  unshared: z.object(workload),
});
export type TeamShares = z.output<typeof teamShares>;

export const teamShareRoutes = defineRoutes({
  teamShares: {
    method: 'GET',
    path: 'user/usergroup/:id/teams',
    allow: 'institution.shares',
    audit: 'none',
    summary:
      'The teams of a center: what each got of the latest requests against its ratio, and what it has to do.',
    input: z.strictObject({ id: rowId }),
    output: teamShares,
  },
});
