import { expect, test } from 'vitest';
import { FileFault } from '../files/file-store.ts';
import { ThreadLimitPassed } from '../threads/run-in-thread.ts';
import { GiveUp } from './give-up.ts';
import { DeafJob, jobFaultOf } from './job-fault.ts';

const coded = (code: string, syscall = 'write'): Error => Object.assign(new Error('x'), { code, syscall });

test.each([
  [new FileFault('files/no-room', 'x'), 'disk-full'],
  [coded('ENOSPC'), 'disk-full'],
  [new FileFault('files/damaged', 'x'), 'file'],
  [new FileFault('files/away', 'x'), 'files-away'],
  [new FileFault('files/elsewhere', 'x'), 'files-away'],
  [coded('ENOENT', 'open'), 'file'],
  [coded('ENOENT', 'rename'), 'file'],
  [coded('EROFS'), 'file'],
  [coded('ECONNREFUSED', 'connect'), 'database'],
  [new Error('drizzle', { cause: new Error('Connection terminated unexpectedly') }), 'database'],
  [coded('ERR_WORKER_OUT_OF_MEMORY'), 'memory'],
  [new ThreadLimitPassed('memory'), 'memory'],
  [new GiveUp(new Error('no such address')), 'refused'],
  [new DeafJob('x'), 'stopped'],
  [new Error('patient Kim was not found'), 'other'],
  ['text', 'other'],
])('%s is %s', (fault, kind) => {
  expect(jobFaultOf(fault)).toBe(kind);
});
