/**
 * Collects garbage at a moment that the program knows to be right. V8 counts what JavaScript holds and hardly what
 * buffers hold beside it, so a pass over large files would pile up hundreds of megabytes of used buffers first.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Kind = { readonly type: 'minor' | 'major'; readonly flavor?: 'last-resort' };

/** A collector for this thread. `minor` looks at young objects alone and takes about a millisecond. */
export function collector(): (kind: Kind) => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return (kind) => {
    if (typeof collect === 'function') Reflect.apply(collect, undefined, [kind]);
  };
}
