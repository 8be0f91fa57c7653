/** Adds many edits to the log of a reading with the page's own calls: reclassified beats all over the recording. */
import { randomUUID } from 'node:crypto';
import { readingBatchSize, readingRoutes } from '@rhythmdesk/contract/reading';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { seededRandom } from '@rhythmdesk/ecg/synth/random';
import type { Mirror } from './desk-mirror.ts';

type Called = { readonly origin: string; readonly token: string; readonly case_id: number };

const longestMs = 120_000;

async function post({ origin, token, case_id }: Called, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${origin}/api/v1/case/case/${String(case_id)}/reading/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${String(answer.status)} ${await answer.text()}`);
  return answer.json();
}

/** The edit lock of a closed page expires within a minute. */
async function takeEditLock(called: Called, page_id: string): Promise<void> {
  const until = Date.now() + longestMs;
  while (Date.now() < until) {
    const lock = readingRoutes.changeEditLock.output.parse(
      await post(called, 'edit-lock', { page_id, act: 'take' }),
    );
    if (lock.here) return;
    await new Promise((wake) => setTimeout(wake, 2000));
  }
  throw new Error('another page keeps the edit lock');
}

export async function writeEdits(called: Called, mirror: Mirror, count: number): Promise<void> {
  const page_id = randomUUID();
  await takeEditLock(called, page_id);
  await mirror.look();
  const { samples } = mirror.base.beats;
  const random = seededRandom(20);
  const any = (): ReadingEdit => {
    const sample = samples[Math.floor(random() * samples.length)] ?? 0;
    return {
      kind: 'relabel_beats',
      beats: { by: 'list', samples: [sample] },
      label: random() < 0.5 ? 'S' : 'V',
    };
  };
  for (let written = 0; written < count; written += readingBatchSize) {
    const edits = Array.from({ length: Math.min(readingBatchSize, count - written) }, any);
    const { after, analysis_version, checksum } = mirror.apply(edits);
    await post(called, 'edits', { page_id, after, analysis_version, edits, checksum });
    await takeEditLock(called, page_id);
  }
  await post(called, 'edit-lock', { page_id, act: 'give_back' });
}
