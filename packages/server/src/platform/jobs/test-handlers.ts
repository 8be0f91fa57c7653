/** A handler for every job that does nothing, for tests that look at one of them. */
import { jobNames } from './job-names.ts';
import type { JobHandlers } from './runner.ts';

const nothing = (): Promise<void> => Promise.resolve();

function handlesEveryJob(handlers: Readonly<Record<string, unknown>>): handlers is JobHandlers {
  return jobNames.every((name) => Object.hasOwn(handlers, name));
}

function makeIdle(): JobHandlers {
  const handlers = Object.fromEntries(jobNames.map((name) => [name, nothing]));
  if (!handlesEveryJob(handlers)) throw new Error('a job without its handler');
  return handlers;
}

export const idleHandlers: JobHandlers = makeIdle();
