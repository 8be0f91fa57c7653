/**
 * Collects garbage at a moment chosen by the program. V8 counts the memory of JavaScript objects but hardly that of
 * buffers, so a pass over large files would first accumulate hundreds of megabytes of used buffers.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Kind = { readonly type: 'minor' | 'major'; readonly flavor?: 'last-resort' };

/** Returns a collector for this thread. `minor` only checks young objects and takes about a millisecond. */
export function collector(): (kind: Kind) => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return (kind) => {
    if (typeof collect === 'function') Reflect.apply(collect, undefined, [kind]);
  };
}
