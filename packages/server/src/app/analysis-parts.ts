/** What the analysis of recordings is given: database, store and the store's folder for its thread. */
import path from 'node:path';
import type { AnalysisJobTools } from '../features/analysis/analysis-tools.ts';
import type { Platform } from './open-platform.ts';

export function analysisTools({ db, files, clock, config }: Platform): AnalysisJobTools {
  return { db, files, files_folder: path.join(config.DATA_DIR, 'files'), clock };
}
