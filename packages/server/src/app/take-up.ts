/**
 * Resumes work that waits without a job: once the process serves and then every minute, on every node. If a node dies,
 * another one finds its work. It runs in batches, so that thousands of incomplete uploads delay nobody.
 */
import { raiseUrgentAnalyses, resumeAnalyses } from '../features/analysis/analysis-record.ts';
import { applyList } from '../features/privacy/erasure-list.ts';
import { resumeUploads } from '../features/uploads/upload-sweep.ts';
import type { UploadDependencies } from '../features/uploads/upload-dependencies.ts';
import { everything, inScope } from '../platform/db/row-scope.ts';
import { erasuresFile } from './installation-folders.ts';
import type { Platform } from './open-platform.ts';

const everyMs = 60_000;

/** Starts in the background. Returns the function that ends it. */
export function takeUpWaiting(
  { db, log, config }: Platform,
  uploads: UploadDependencies,
): () => Promise<void> {
  /** A restored database contains erased patients again. */
  const eraseAgain = async (): Promise<void> => {
    const requested = await applyList(db, erasuresFile(config));
    if (requested > 0) log.warn({ requested }, 'patients are erased again in a restored database');
  };
  let isListApplied = false;
  const takeUp = async (): Promise<void> => {
    try {
      if (!isListApplied) await eraseAgain();
      isListApplied = true;
      await resumeUploads(uploads);
      await resumeAnalyses(db);
      await raiseUrgentAnalyses(db);
    } catch (fault) {
      log.warn({ err: fault }, 'what waits could not be taken up, tried again in a minute');
    }
  };
  const inTurn = (): Promise<void> => inScope(everything, takeUp);
  let running = inTurn();
  const timer = setInterval(() => {
    running = running.then(inTurn);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
