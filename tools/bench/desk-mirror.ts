/** Calculates the reading of a case beside the page, from the server's log and with the page's own code. */
import { decodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { findingQueue, type QueueGroup } from '@rhythmdesk/ecg/reading/finding-queue';
import { readExtremes } from '@rhythmdesk/ecg/reading/read-extremes';
import { createReadingFigures, readFindings } from '@rhythmdesk/ecg/reading/reading-figures';
import { openReading, type ReadingBase } from '@rhythmdesk/ecg/reading/reading';
import { templateGroups } from '@rhythmdesk/ecg/reading/template-groups';
import { readingRoutes } from '@rhythmdesk/contract/reading';
import { recordingAnalysis } from '@rhythmdesk/contract/analysis';
import { recordingManifest } from '@rhythmdesk/contract/recordings';

export type Mirror = {
  readonly base: ReadingBase;
  /** Returns the queue after all edits that the server has. */
  readonly look: () => Promise<readonly QueueGroup[]>;
  /** Applies further edits that are not sent to the server; returns what the page would send with them. */
  readonly apply: (edits: readonly ReadingEdit[]) => {
    readonly after: number;
    readonly analysis_version: number;
    readonly checksum: string;
  };
  /** Returns beats of a template; for large templates a part of them, evenly spread. */
  readonly members: (template: number) => readonly number[];
};

const mostMembers = 400;

export async function mirrorOf(origin: string, token: string, case_id: number): Promise<Mirror> {
  const get = async (path: string): Promise<Response> => {
    const answer = await fetch(`${origin}/api/v1/recording/${String(case_id)}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`${path}: ${String(answer.status)}`);
    return answer;
  };
  const decoded = decodeBeats(new Uint8Array(await (await get('/beats')).arrayBuffer()));
  if (!decoded.ok) throw new Error(decoded.code);
  const base = decoded.value;
  const { summary, analysis_version } = recordingAnalysis.parse(await (await get('/analysis')).json());
  const manifest = recordingManifest.parse(await (await get('')).json());
  if (summary === null || analysis_version === null) throw new Error('no analysis');
  const { criteria, engine_version } = summary;
  const open = openReading(base);
  const figures = createReadingFigures();
  const events = manifest.events.map(({ time }) =>
    Math.round(((Date.parse(time) - manifest.start_ms) * manifest.sampling_hz) / 1000),
  );
  return {
    base,
    look: async () => {
      const { edits } = readingRoutes.reading.output.parse(
        await (await get(`/reading?after=${String(open.sequence)}`)).json(),
      );
      open.apply(edits);
      const reading = open.reading();
      const now = figures(reading, { criteria, engine_version });
      return findingQueue({
        findings: readFindings(now, reading),
        templates: templateGroups(reading.beats),
        extremes: readExtremes(now, reading),
        events: [...new Set(events)],
        accepted: reading.accepted,
      });
    },
    apply: (edits) => {
      const after = open.sequence;
      open.apply(edits.map((edit, i) => ({ sequence: after + i + 1, analysis_version, edit })));
      return { after, analysis_version, checksum: open.checksum() };
    },
    members: (template) => {
      const { samples, templates } = open.reading().beats;
      const own = Array.from(samples).filter((_, i) => templates[i] === template);
      const step = Math.max(1, Math.floor(own.length / mostMembers));
      return own.filter((_, i) => i % step === 0);
    },
  };
}
