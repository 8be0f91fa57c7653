/** Measures the engine's speed over real recordings, and the job of the server that analyses fourteen and thirty days. */
import { jobGoals } from '../ecg/bench-job.ts';
import { measureSpeed } from '../ecg/bench-speed.ts';
import { hasDevelopmentData } from '../ecg/records.ts';
import type { Bench } from './bench.ts';

/** Million samples a second; of the other stages only the figure is stored. */
const goals: Readonly<Record<string, number>> = { detection: 100, 'whole analysis': 30 };
const recomputedGoalMs = 300;

export default {
  name: 'engine-speed',
  lacks: () => (hasDevelopmentData() ? undefined : '../shared/data'),
  run: async (print) => {
    const { stages, plain, recomputed, job, month } = await measureSpeed();
    for (const [what, value] of stages) {
      const goal = goals[what];
      const detail = `${(value / plain).toFixed(3)} of a plain pass`;
      print({ what, detail, value, unit: 'M/s', better: 'larger', ...(goal !== undefined && { goal }) });
    }
    print({ what: 'other criteria over 14 days', value: recomputed.ms, unit: 'ms', goal: recomputedGoalMs });
    const { fortnight } = jobGoals;
    print({ what: 'job over 14 days', value: job.seconds, unit: 's', goal: fortnight.seconds });
    for (const [{ megabytes }, goal] of [
      [job, fortnight],
      [month, jobGoals.month],
    ] as const)
      print({
        what: `job over ${goal.days} days, highest memory`,
        value: megabytes,
        unit: 'MB',
        goal: goal.megabytes,
      });
  },
} satisfies Bench;
