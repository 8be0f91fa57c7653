/** Handles the routes of the automatic analysis. Users who may open the recording may read the results. */
import type { analysisRoutes } from '@rhythmdesk/contract/analysis';
import type { Handlers } from '../../platform/http/handler.ts';
import { openRecording, openToRead } from '../../records/recordings/open-recording.ts';
import type { AnalysisDependencies } from './analysis-dependencies.ts';
import { listVersions, readAnalysis, readBeats, readVersion } from './read-analysis.ts';
import { reanalyse } from './reanalyse.ts';
import { countOutdated, renewAnalyses, renewAnalysis } from './renew-analyses.ts';

export function analysisHandlers(dependencies: AnalysisDependencies): Handlers<typeof analysisRoutes> {
  const { db, files, clock } = dependencies;
  return {
    analysis: async ({ caller, input: { case_id, version } }) => {
      const { blind } = await openToRead(db, caller, case_id);
      const answer = version === undefined ? readAnalysis(db, case_id) : readVersion(db, case_id, version);
      return blind ? { ...(await answer), created_by: null } : answer;
    },
    analysisVersions: async ({ caller, input: { case_id } }) => {
      await openRecording(db, caller, case_id);
      return { items: await listVersions(db, case_id) };
    },
    latestBeats: async ({ caller, input: { case_id } }) => {
      await openToRead(db, caller, case_id);
      return readBeats(db, files, case_id);
    },
    beats: async ({ caller, input: { case_id, version } }) => {
      await openToRead(db, caller, case_id);
      return readBeats(db, files, case_id, version);
    },
    reanalyse: ({ caller, input, request_id, signal }) =>
      reanalyse(dependencies, input, { caller, request_id, now: clock.now() }, signal),
    renewAnalysis: ({ caller, input, request_id }) =>
      renewAnalysis(dependencies, input, { caller, request_id, now: clock.now() }),
    outdatedAnalyses: () => countOutdated(db),
    renewAnalyses: () => renewAnalyses(db),
  };
}
