/**
 * Decides what has become of objects from the answer to STOW-RS.
 *
 * Invariant: they are acknowledged only if the PACS names each as stored, or answers 200 without a body, which says the
 * same (PS3.18 10.5.3). An answer that says neither is none.
 */
import type { MessageFault } from '@rhythmdesk/domain/integration/partner-messages';
import { z } from 'zod';
import type { PostAnswer } from '../../../platform/webhooks/guarded-post.ts';

type Fate =
  | { readonly step: 'acknowledged' }
  | { readonly step: 'refused'; readonly words: string }
  | { readonly step: 'failed'; readonly fault: MessageFault; readonly words: string };

const valuesOf = <T extends z.ZodType>(item: T) => z.object({ Value: z.array(item).optional() }).optional();
const item = z.object({
  /** Referenced SOP Instance UID, Failure Reason, Error Comment. */
  '00081155': valuesOf(z.string()),
  '00081197': valuesOf(z.coerce.number().int()),
  '00000902': valuesOf(z.string()),
});
/** Failed and Referenced SOP Sequence. */
const storeResponse = z.object({ '00081198': valuesOf(item), '00081199': valuesOf(item) });
type Item = z.output<typeof item>;

/** Failure reasons by their first value (PS3.18 I.2.2, PS3.4 B.2.3). */
const reasons: readonly (readonly [number, string])[] = [
  [0xc122, 'transfer syntax not supported'],
  [0xc000, 'cannot be understood'],
  [0xa900, 'does not match its SOP class'],
  [0xa700, 'out of resources'],
  [0x0124, 'not authorized'],
  [0x0122, 'SOP class not supported'],
  [0x0117, 'invalid object instance'],
  [0x0111, 'duplicate SOP instance'],
  [0x0110, 'processing failure'],
];
const duplicate = 0x0111;
const isPassing = (reason: number | undefined): boolean =>
  reason !== undefined && reason >= 0xa700 && reason < 0xa800;

function wordsOf(failed: readonly Item[]): string {
  const said = failed.map((each) => {
    const reason = each['00081197']?.Value?.[0];
    const meaning = reasons.find(([first]) => reason !== undefined && reason >= first)?.[1] ?? '';
    const code = reason === undefined ? '' : reason.toString(16).toUpperCase().padStart(4, '0');
    return [code, meaning, each['00000902']?.Value?.[0] ?? ''].filter((part) => part !== '').join(' ');
  });
  // The database cannot store a NUL.
  return [...new Set(said)].join('; ').replaceAll('\0', '');
}

function parsedAnswer({ text, whole }: PostAnswer): z.output<typeof storeResponse> | null {
  if (!whole) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    // Some servers answer with a list of one data set.
    const found = storeResponse.safeParse(Array.isArray(parsed) ? parsed[0] : parsed);
    return found.success ? found.data : null;
  } catch {
    return null;
  }
}

/** Judges what the PACS says about each object. */
function byObject(answer: PostAnswer, sent: readonly string[]): Fate | null {
  const response = parsedAnswer(answer);
  if (response === null) return null;
  const all = response['00081198']?.Value ?? [];
  const uidOf = (each: Item): string => each['00081155']?.Value?.[0] ?? '';
  const isStored = (each: Item): boolean => each['00081197']?.Value?.[0] === duplicate;
  const failed = all.filter((each) => !isStored(each));
  const words = `HTTP ${String(answer.status)} ${wordsOf(failed)}`.trim();
  if (failed.length > 0)
    return failed.every((each) => isPassing(each['00081197']?.Value?.[0]))
      ? { step: 'failed', fault: 'status', words }
      : { step: 'refused', words };
  const stored = new Set([...all, ...(response['00081199']?.Value ?? [])].map(uidOf));
  return sent.every((uid) => stored.has(uid)) ? { step: 'acknowledged' } : null;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
/** The same request would be refused again. */
const refusing = new Set([400, 409, 413, 415, 422]);

export function fateOf(answer: PostAnswer, sent: readonly string[]): Fate {
  const { status, text, whole } = answer;
  const words = `HTTP ${String(status)}`;
  if (status === 401 || status === 403) return { step: 'failed', fault: 'credentials', words };
  if (isSuccess(status) || status === 409) {
    const fate = byObject(answer, sent);
    if (fate !== null && (isSuccess(status) || fate.step !== 'acknowledged')) return fate;
    if (status === 200 && whole && text.trim() === '') return { step: 'acknowledged' };
  }
  if (refusing.has(status)) return { step: 'refused', words };
  return { step: 'failed', fault: isSuccess(status) ? 'answer' : 'status', words };
}
