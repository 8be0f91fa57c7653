/** Provides cases with an uploaded synthetic recording, ready to be analysed, for tests of the analysis over HTTP. */
import { recordingAnalysis } from '@rhythmdesk/contract/analysis';
import { routes } from '@rhythmdesk/contract/routes';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { decodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import { eq, sql } from 'drizzle-orm';
import { analyseRecording } from '../features/analysis/analyse-recording.ts';
import { recordingZip, type WholeRecording } from '../features/uploads/recording-zip.ts';
import { analyses, analysesWaiting } from '../platform/db/schema/analysis.ts';
import { cases } from '../platform/db/schema/cases.ts';
import { uploadWorld } from './test-uploads.ts';

export const criteria = { ...defaultCriteria };

type Call = Awaited<ReturnType<typeof uploadWorld>>['call'];

/** Reads the analyses from the routes. */
function readingsBy(call: Call, token: string) {
  const analysisOf = async (case_id: number) =>
    recordingAnalysis.parse(await (await call(`recording/${String(case_id)}/analysis`, token)).json());
  const versionOf = async (case_id: number, version: number) => {
    const path = `recording/${String(case_id)}/analysis?version=${String(version)}`;
    return recordingAnalysis.parse(await (await call(path, token)).json());
  };
  const versionsOf = async (case_id: number) => {
    const answer = await call(`recording/${String(case_id)}/analysis/versions`, token);
    return routes.analysisVersions.output.parse(await answer.json()).items;
  };
  const beatsOf = async (case_id: number, version: number) => {
    const answer = await call(`recording/${String(case_id)}/beats/${String(version)}`, token);
    const decoded = decodeBeats(new Uint8Array(await answer.arrayBuffer()));
    if (!decoded.ok) throw new Error(decoded.code);
    return { ...decoded.value, cache: answer.headers.get('cache-control') };
  };
  return { analysisOf, versionOf, versionsOf, beatsOf };
}

export async function analysisWorld() {
  const world = await uploadWorld();
  const { db, doctor, send, check, read, call } = world;
  const dependencies = world.platform;
  const bring = async (recording: WholeRecording): Promise<number> => {
    const upload = await send(doctor.token, await recordingZip(recording), { hn_id: recording.hn_id });
    await check(upload.id);
    const { case_id } = await read(doctor.token, upload.id);
    if (case_id === null) throw new Error('the upload made no case');
    return case_id;
  };
  const analyse = (case_id: number, is_last_attempt = false) =>
    analyseRecording(dependencies, case_id, { signal: new AbortController().signal, is_last_attempt });
  const readings = readingsBy(call, doctor.token);
  /** Returns everything that an analysis changes. */
  const stateOf = async (case_id: number) => {
    const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
    const versions = await db.select().from(analyses).where(eq(analyses.case_id, case_id));
    const waiting = await db.select().from(analysesWaiting).where(eq(analysesWaiting.case_id, case_id));
    const { af_share, ve_count, pause_count, job_count, version } = row ?? {};
    return {
      figures: { af_share, ve_count, pause_count },
      job_count,
      version,
      versions,
      waiting: waiting.length,
    };
  };
  const jobsOf = async (case_id: number): Promise<number> => {
    const found = await db.execute(sql`select count(*)::int as n from graphile_worker.jobs
      where task_identifier = 'analyse-recording' and key = ${`analyse-recording:${String(case_id)}`}`);
    return Number(found.rows[0]?.['n']);
  };
  return {
    ...world,
    analysis: dependencies,
    bring,
    analyse,
    ...readings,
    stateOf,
    jobsOf,
  };
}
export type AnalysisWorld = Awaited<ReturnType<typeof analysisWorld>>;
