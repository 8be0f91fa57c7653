/**
 * Tests that a stored file that is damaged, truncated, empty or missing gets a proper error response over HTTP,
 * whichever route reads it: never a part of its bytes, never a server fault.
 */
import { readFile, truncate, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { synthRecording } from '../../features/uploads/test-zip.ts';
import { analyses } from '../db/schema/analysis.ts';
import { caseFiles, reportVersions } from '../db/schema/cases.ts';
import { storedPyramid } from '../db/schema/recording-shapes.ts';
import { recordings } from '../db/schema/recordings.ts';
import { filePathIn } from './disk-place.ts';
import { writeBytes } from './file-store.ts';
import { analysisWorld, type AnalysisWorld } from '../../testing/test-analysis.ts';

const kinds = ['flipped', 'cut', 'emptied', 'gone'] as const;
const name = z.string().length(64);
let world: AnalysisWorld;
let case_id: number;
let file_id: number;
let signal_id: number;

beforeAll(async () => {
  world = await analysisWorld();
  case_id = await world.bring(synthRecording({ hn_id: 'HN400001', seconds: 120 }));
  await world.analyse(case_id);
  const stored = await writeBytes(world.platform.files, Buffer.alloc(200_000, 'the report of the center '));
  const [file] = await world.db
    .insert(caseFiles)
    .values({
      ...{
        case_id,
        kind: 'report',
        side: 'technician',
        filename: 'Report.pdf',
        media_type: 'application/pdf',
      },
      size_bytes: stored.bytes,
      sha256: stored.sha256,
    })
    .returning();
  file_id = file?.file_id ?? 0;
  const ofSignal = and(eq(caseFiles.case_id, case_id), eq(caseFiles.kind, 'signal'));
  const [signal] = await world.db.select().from(caseFiles).where(ofSignal);
  signal_id = signal?.file_id ?? 0;
  await world.db.insert(reportVersions).values({
    ...{ case_id, report_version: 1, file_id, source: 'technician', created_by: world.technician.id },
    released_at: new Date(),
  });
});

async function level(number: number): Promise<string> {
  const [row] = await world.db.select().from(recordings).where(eq(recordings.case_id, case_id));
  return name.parse([row?.trace_sha256, ...storedPyramid.parse(row?.pyramid).level_sha256][number]);
}

async function beats(): Promise<string> {
  const [row] = await world.db.select().from(analyses).where(eq(analyses.case_id, case_id));
  return name.parse(row?.beats_sha256);
}

async function report(): Promise<string> {
  const [row] = await world.db.select().from(caseFiles).where(eq(caseFiles.file_id, file_id));
  return name.parse(row?.sha256);
}

/** Requests that read a stored file, and the file. */
const readings: readonly (readonly [string, () => string, () => Promise<string>])[] = [
  ['raw tile', () => `recording/${String(case_id)}/tile/0/0/0`, () => level(0)],
  ['several tiles', () => `recording/${String(case_id)}/tiles?tile=0.0.0&tile=0.1.0`, () => level(1)],
  ['tile above', () => `recording/${String(case_id)}/tile/0/1/0`, () => level(1)],
  ['EDF+ export', () => `recording/${String(case_id)}/export?format=edf`, () => level(0)],
  ['WFDB export', () => `recording/${String(case_id)}/export?format=wfdb`, () => level(0)],
  ['export of beats', () => `recording/${String(case_id)}/export?format=csv`, beats],
  ['beats', () => `recording/${String(case_id)}/beats/1`, beats],
  ['report', () => `case/case/${String(case_id)}/report`, report],
  ['packed tile', () => `recording/${String(case_id)}/tiles?tile=0.0.0&packed=true`, () => level(0)],
  ['download of the signal', () => `case/file/${String(signal_id)}`, () => level(0)],
  ['download', () => `case/file/${String(file_id)}`, report],
];

async function harm(place: string, kind: (typeof kinds)[number], bytes: Buffer): Promise<void> {
  const flipped = Buffer.from(bytes);
  for (let at = 7; at < bytes.length; at += 97) flipped[at] = (flipped[at] ?? 0) ^ 0x5a;
  if (kind === 'gone') await unlink(place);
  else if (kind === 'flipped') await writeFile(place, flipped);
  else await truncate(place, kind === 'cut' ? Math.floor(bytes.length / 2) : 0);
}

const bodyShape = z.object({ code: z.string(), detail: z.string().min(20) });
const fresh = async (sha256: string): Promise<void> => {
  // An open file can still be read after its name was removed; removing and restoring it closes it in the store.
  await world.platform.files.remove(sha256);
  await world.platform.files.putBack(sha256);
};

test.each(readings)('%s', async (what, url, stored) => {
  const sha256 = await stored();
  const place = filePathIn(path.join(world.platform.config.DATA_DIR, 'files'), sha256);
  const bytes = await readFile(place);
  const ask = () => world.call(url(), world.doctor.token);
  for (const kind of kinds) {
    const whole = await ask();
    const before = Buffer.from(await whole.arrayBuffer());
    expect([what, whole.status]).toEqual([what, 200]);
    await fresh(sha256);
    await harm(place, kind, bytes);
    const answer = await ask();
    const body = bodyShape.safeParse(await answer.json().catch(() => null));
    expect([what, kind, answer.status, body.data?.code]).toEqual([what, kind, 406, 'file/unreadable']);
    await writeFile(place, bytes);
    await fresh(sha256);
    const again = Buffer.from(await (await ask()).arrayBuffer());
    expect(again.length).toBe(before.length);
  }
});
