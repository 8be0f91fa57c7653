/** Counts in a worker what would be found under other criteria: fourteen days in a fraction of a second. */
import { decodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import { countFindings } from '@rhythmdesk/ecg/rhythm/count-findings';
import { summarise } from '@rhythmdesk/ecg/rhythm/summarise';
import { isPreviewOrder, type PreviewAnswer } from './preview-message.ts';

type Decoded = Extract<ReturnType<typeof decodeBeats>, { ok: true }>['value'];
let held: Decoded | undefined;

self.addEventListener('message', ({ data: order }: MessageEvent<unknown>) => {
  if (!isPreviewOrder(order)) return;
  if ('bytes' in order) {
    const decoded = decodeBeats(new Uint8Array(order.bytes));
    if (!decoded.ok) throw new Error(decoded.code);
    held = decoded.value;
    return;
  }
  if (held === undefined) throw new Error('criteria came before the beats');
  const summary = summarise(held.beats, held.quality, order.criteria);
  const answer: PreviewAnswer = {
    criteria: order.criteria,
    counts: {
      found: countFindings(summary),
      af_burden: summary.af.burden,
      hr_min: summary.rate.min?.bpm ?? null,
      hr_max: summary.rate.max?.bpm ?? null,
    },
  };
  self.postMessage(answer);
});
