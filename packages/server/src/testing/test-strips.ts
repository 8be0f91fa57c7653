/** Gives the report of a test case strips, and its recording the samples that they show. */
import { reportDocument, type ReportDocument } from '@rhythmdesk/contract/report-document';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { eq } from 'drizzle-orm';
import { caseFiles, cases, reportVersions } from '../platform/db/schema/cases.ts';
import { recordings } from '../platform/db/schema/recordings.ts';
import { transact } from '../platform/db/transact.ts';
import { writeBytes } from '../platform/files/file-store.ts';
import { queueResults } from '../records/partners/queue-results.ts';
import type { tenantsOf } from './test-two-centers.ts';

type Strip = Pick<ReportDocument['figures']['strips'][number], 'strip' | 'start_sample' | 'end_sample'> & {
  readonly caption?: string;
};

type World = Awaited<ReturnType<typeof tenantsOf>>;

export const testHz = 250;
export const testLeads = ['II', 'V5'];
const samples = 60 * testHz;
const headerBytes = 160;

const none = { count: 0, seconds: 0, burden: 0, longest_s: 0, episodes: 0 };
const ectopy = {
  ...{ beats: 0, share: 0, single: 0, couplets: 0, runs: 0 },
  ...{ longest_run_beats: 0, fastest_run_bpm: null, bigeminies: 0, trigeminies: 0 },
};

/** Returns a valid document in which everything but the strips is empty. */
function documentWith(strips: readonly Strip[]): ReportDocument {
  const institution = { name: 'Hospital', postcode: '', address: '' };
  return reportDocument.parse({
    ...{ format: 1, language: 'en', made_at: '2026-11-19T05:31:00.000Z', report_version: 1, amendment: null },
    ...{ analysis_version: 1, technician: null, confirmer: null, conclusion: 'Sinus rhythm', notes: [] },
    ...{ hospital: institution, center: institution },
    case: {
      ...{ case_id: 1, hn_id: 'HN1', priority: 'normal', severity: 'none' },
      ...{ product_name: null, question: '' },
    },
    patient: { patient_id: null, first_name: null, last_name: null, birth_date: null, gender: null },
    recording: {
      ...{ start: '2026-11-05T00:00:00Z', end: '2026-11-05T00:01:00Z', time_zone: 'Asia/Tokyo' },
      ...{ leads: testLeads, synthetic: true },
    },
    figures: {
      summary: {
        ...{ engine_version: 'test', criteria: defaultCriteria, sampling_hz: testHz, length: samples },
        ...{ duration_s: 60, analysed_s: 60, worn_s: 60, leads: [], hours: [], days: [] },
        beats: { total: 0, n: 0, s: 0, v: 0, f: 0, p: 0, q: 0 },
        rate: { min: null, max: null, mean_bpm: null, longest_rr: null, shortest_rr: null },
        ...{ af: none, v: ectopy, s: ectopy, pauses: 0, brady_episodes: 0, tachy_episodes: 0 },
        variability: { nn_intervals: 0, sdnn_ms: null, sdann_ms: null, rmssd_ms: null, pnn50: null },
      },
      ...{ counts: [], longest: [], trend: [], lanes: [], events: [] },
      strips: strips.map((strip) => ({
        ...{ caption: '', beats: [], kinds: [], bpm: null, s: 0, v: 0, episodes: [] },
        ...strip,
      })),
      intervals: { pr: null, qrs: null, qt: null, qtc: null },
      judged: { open: 0, accepted: 0, rejected: 0, mended: 0 },
      ...{ sequence: 0, checksum: '0'.repeat(16) },
    },
  });
}

/** Returns the samples of the recording, two leads of a minute. */
export function testFrames(): Int16Array {
  return Int16Array.from({ length: samples * testLeads.length }, (_none, at) => (at * 7) % 2_000);
}

/** Stores the pages as a report of the reading that was just released. */
async function release(
  { db, platform, person }: World,
  case_id: number,
  pdf: Buffer,
  strips: readonly Strip[],
) {
  const { sha256, bytes } = await writeBytes(platform.files, pdf);
  const made = { case_id, created_by: person('technician').id };
  const [file] = await db
    .insert(caseFiles)
    .values({
      ...{ ...made, kind: 'report', side: 'technician', filename: 'report.pdf' },
      ...{ media_type: 'application/pdf', size_bytes: bytes, sha256 },
    })
    .returning({ file_id: caseFiles.file_id });
  const now = new Date();
  const version = { report_version: 1, source: 'reading', file_id: file?.file_id ?? 0, released_at: now };
  await transact(db, async (tx) => {
    await tx.insert(reportVersions).values({ ...made, ...version, document: documentWith(strips) });
    const [row] = await tx
      .update(cases)
      .set({ report_version: 1, status: 'complete', confirmed_date: now })
      .where(eq(cases.case_id, case_id))
      .returning({ hospital_id: cases.hospital_id });
    await queueResults(tx, { case_id, hospital_id: row?.hospital_id ?? 0, report_version: 1 }, now);
  });
}

/** Returns a completed case whose report, with these pages and strips, shows its recording. */
export async function caseWithStrips(world: World, pdf: Buffer, strips: readonly Strip[]): Promise<number> {
  const case_id = await world.caseIn('start');
  await release(world, case_id, pdf, strips);
  const trace = Buffer.concat([Buffer.alloc(headerBytes), Buffer.from(testFrames().buffer)]);
  const { sha256 } = await writeBytes(world.platform.files, trace);
  const lead = { gain_uv_per_lsb: 2.5, zero_lsb: 0, signal_share: 1 };
  await world.db
    .update(recordings)
    .set({
      ...{ start_ms: Date.parse('2026-11-05T00:00:00Z'), sampling_hz: testHz, samples },
      leads: testLeads.map((label) => ({ label, ...lead })),
      pyramid: { header_bytes: headerBytes, top_level: 1, level_sha256: [] },
      trace_sha256: sha256,
    })
    .where(eq(recordings.case_id, case_id));
  return case_id;
}
