/** Creates handlers that do no work, for tests of the runner. */
import { type JobName, jobNames } from './job-names.ts';
import type { JobHandlers } from './runner.ts';

function handlesEveryJob(handlers: Readonly<Record<string, unknown>>): handlers is JobHandlers {
  return jobNames.every((name) => Object.hasOwn(handlers, name));
}

/** Returns a handler for every job that only reports that the job ran. */
export function reportingHandlers(report: (name: JobName) => void): JobHandlers {
  const handlers = Object.fromEntries(
    jobNames.map((name) => [name, () => Promise.resolve(report(name))] as const),
  );
  if (!handlesEveryJob(handlers)) throw new Error('a job without its handler');
  return handlers;
}

export const idleHandlers: JobHandlers = reportingHandlers(() => undefined);
