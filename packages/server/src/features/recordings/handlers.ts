/**
 * Handles the routes of a recording's manifest and tiles. Level 0 is cut from TraceData.dat, the other levels from
 * their own files.
 */
import {
  type RecordingManifest,
  type recordingRoutes,
  type TileAddress,
  tileOfName,
} from '@rhythmdesk/contract/recordings';
import { bucketCount, bucketSamples, tileRange, tileSpan, topLevel } from '@rhythmdesk/ecg/pyramid/layout';
import { encodeSampleTile } from '@rhythmdesk/ecg/pyramid/tile';
import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import {
  storedEvents,
  storedGaps,
  storedHours,
  storedLeads,
} from '../../platform/db/schema/recording-shapes.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Asking } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type ExportDependencies, exportRecording } from './export-recording.ts';
import { findPlaces, openToRead, type Places } from '../../records/recordings/open-recording.ts';

function levelsOf(samples: number): RecordingManifest['levels'] {
  return Array.from({ length: topLevel(samples) + 1 }, (_none, level) => ({
    level,
    samples_per_bucket: bucketSamples(level),
    buckets: bucketCount(samples, level),
    buckets_per_tile: tileSpan(level),
  }));
}

async function readManifest(
  db: Db,
  case_id: number,
  recording_id: number,
  time_zone: string,
): Promise<RecordingManifest> {
  const [row] = await db.select().from(recordings).where(eq(recordings.recording_id, recording_id));
  if (row === undefined) throw new Refusal('object/not-found');
  const { start_ms, sampling_hz, samples, synthetic } = row;
  return {
    case_id,
    recording_id,
    start_ms,
    time_zone,
    sampling_hz,
    samples,
    leads: storedLeads.parse(row.leads),
    levels: levelsOf(samples),
    gaps: storedGaps.parse(row.gaps),
    events: storedEvents.parse(row.events),
    hours: storedHours.parse(row.hours),
    synthetic,
  };
}

function findTile({ shape, trace_sha256, level_sha256 }: Places, { lead, level, index }: TileAddress) {
  const range = tileRange(shape, lead, level, index);
  const sha256 = level === 0 ? trace_sha256 : level_sha256[level - 1];
  if (range === null || sha256 === undefined) throw new Refusal('object/not-found');
  return { lead, level, sha256, start: range.offset, length: range.length };
}

/**
 * Reads tiles one after the other. The raw tiles of several leads are cut from the same frames, which are read once.
 */
async function readTiles(files: FileStore, places: Places, tiles: readonly TileAddress[]): Promise<Buffer> {
  const found = tiles.map((tile, at) => ({ at, ...findTile(places, tile) }));
  const bodies: Uint8Array[] = [];
  const readings = Map.groupBy(found, ({ sha256, start }) => `${sha256} ${String(start)}`);
  const cut = async (together: typeof found): Promise<void> => {
    const [first] = together;
    if (first === undefined) return;
    await files.lend(first.sha256, first, (bytes) => {
      for (const { at, lead, level } of together)
        bodies[at] =
          level === 0 ? encodeSampleTile(bytes, places.shape.lead_count, lead) : new Uint8Array(bytes);
    });
  };
  await Promise.all([...readings.values()].map(cut));
  return Buffer.concat(bodies);
}

export function recordingHandlers(dependencies: ExportDependencies): Handlers<typeof recordingRoutes> {
  const { db, files } = dependencies;
  const tilesOf = async (caller: Asking, case_id: number, tiles: readonly TileAddress[]): Promise<Buffer> => {
    const { recording_id } = await openToRead(db, caller, case_id);
    return readTiles(files, await findPlaces(db, recording_id), tiles);
  };
  return {
    recording: async ({ caller, input: { case_id } }) => {
      const { recording_id, time_zone } = await openToRead(db, caller, case_id);
      return readManifest(db, case_id, recording_id, time_zone);
    },
    tile: async ({ caller, input: { case_id, ...tile } }) => ({
      body: await tilesOf(caller, case_id, [tile]),
    }),
    tiles: async ({ caller, input: { case_id, tile } }) => ({
      body: await tilesOf(caller, case_id, tile.map(tileOfName)),
    }),
    exportRecording: (call) => exportRecording(dependencies, call),
  };
}
