/** Defines the route that shows how the requests of a center are divided among its teams. */
import { z } from 'zod';
import { instant, rowId } from './fields.ts';
import { defineRoutes } from './route.ts';

const named = z.object({ id: z.number().int(), name: z.string() });

/** The workload of a team: cases of its share that nobody has taken, and those in progress. */
const workload = { waiting: z.number().int(), in_work: z.number().int() };

const teamShares = z.object({
  center: named,
  takes_others_share: z.boolean(),
  /** The number of latest requests that are counted, and since when ratios and teams have not changed. */
  counted: z.number().int(),
  counted_since: instant.nullable(),
  teams: z.array(
    named.extend({
      version: z.number().int(),
      analysis_ratio: z.number().int().nullable(),
      /** Its part of all requests, 0 to 1. */
      share: z.number(),
      /** Of the counted requests: how many it got, and how many its share amounts to. */
      dealt: z.number().int(),
      fair: z.number(),
      ...workload,
    }),
  ),
  /** Open cases that belong to no team’s share. */
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
      'Returns the teams of a center: the share of each in the latest requests beside its ratio, and its open cases.',
    input: z.strictObject({ id: rowId }),
    output: teamShares,
  },
});
