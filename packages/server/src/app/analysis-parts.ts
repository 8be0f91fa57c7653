/** What the analysis of recordings is given: database, store and the store's folder for its thread. */

import type { AnalysisJobTools } from '../features/analysis/analysis-tools.ts';
import { filesFolder } from './installation-folders.ts';
import type { Platform } from './open-platform.ts';

export function analysisTools({ db, files, clock, config }: Platform): AnalysisJobTools {
  return { db, files, files_folder: filesFolder(config.DATA_DIR), clock };
}
