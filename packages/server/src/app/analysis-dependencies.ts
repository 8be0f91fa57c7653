/** Dependencies of the analysis of recordings: database, store and the store's folder for its thread. */

import type { AnalysisJobDependencies } from '../features/analysis/analysis-dependencies.ts';
import { filesFolder } from './installation-folders.ts';
import type { Platform } from './open-platform.ts';

export function analysisDependencies({ db, files, clock, config }: Platform): AnalysisJobDependencies {
  return { db, files, files_folder: filesFolder(config.DATA_DIR), clock };
}
