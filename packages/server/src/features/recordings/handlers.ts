/**
 * Handles the routes of a recording's manifest and tiles. At level 0 a tile is a block of the packed recording, or is cut
 * from TraceData.dat if an earlier version stored it. The tiles of the other levels are cut from their own files.
 */
import {
  type RecordingManifest,
  type recordingRoutes,
  type TileAddress,
  tileOfName,
} from '@rhythmdesk/contract/recordings';
import { joinPieces } from '@rhythmdesk/ecg/packing/join-pieces';
import { bucketCount, bucketSamples, tileSpan, topLevel } from '@rhythmdesk/ecg/pyramid/layout';
import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import {
  storedEvents,
  storedGaps,
  storedHours,
  storedLeads,
} from '../../platform/db/schema/recording-shapes.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import type { Asking } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type ExportDependencies, exportRecording } from './export-recording.ts';
import { findPlaces, openToRead } from '../../records/recordings/open-recording.ts';
import { readTiles } from './read-tiles.ts';

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

export function recordingHandlers(dependencies: ExportDependencies): Handlers<typeof recordingRoutes> {
  const { db, files } = dependencies;
  const tilesOf = async (
    caller: Asking,
    case_id: number,
    tiles: readonly TileAddress[],
    packed: boolean,
  ): Promise<Uint8Array[]> => {
    const { recording_id } = await openToRead(db, caller, case_id);
    return readTiles(files, await findPlaces(db, recording_id), tiles, packed);
  };
  return {
    recording: async ({ caller, input: { case_id } }) => {
      const { recording_id, time_zone } = await openToRead(db, caller, case_id);
      return readManifest(db, case_id, recording_id, time_zone);
    },
    tile: async ({ caller, input: { case_id, ...tile } }) => ({
      body: Buffer.concat(await tilesOf(caller, case_id, [tile], false)),
    }),
    tiles: async ({ caller, input: { case_id, tile, packed = false } }) => {
      const tiles = await tilesOf(caller, case_id, tile.map(tileOfName), packed);
      return { body: packed ? joinPieces(tiles) : Buffer.concat(tiles) };
    },
    exportRecording: (call) => exportRecording(dependencies, call),
  };
}
