/** Measures the packed form of recordings over all development recordings, beside zstd and FLAC. */
import { measurePacking } from '../ecg/bench-pack.ts';
import { hasDevelopmentData } from '../ecg/records.ts';
import type { Bench } from './bench.ts';

const goals = { share: 45, pack: 80, unpack: 300 };
/** Goals apply to the code that the product uses; the others are for comparison. */
const own: readonly string[] = ['WebAssembly', 'TypeScript'];

export default {
  name: 'signal-pack',
  lacks: () => (hasDevelopmentData() ? undefined : '../shared/data'),
  run: async (print) => {
    const { share, sets, others, ...speeds } = await Promise.resolve(measurePacking());
    const unit = '% of raw';
    print({ what: 'packed', value: share, unit, goal: goals.share });
    for (const [set, value] of sets) print({ what: `packed, ${set}`, value, unit });
    for (const [code, value] of others) print({ what: `every 16th block, ${code}`, value, unit });
    for (const way of ['pack', 'unpack'] as const)
      for (const [code, value] of speeds[way]) {
        const goal = own.includes(code) ? { goal: goals[way] } : {};
        print({ what: `${way}, ${code}`, value, unit: 'M/s', better: 'larger', ...goal });
      }
  },
} satisfies Bench;
