/**
 * Lists which routes an overloaded server refuses first, and which last. All other routes are refused in between.
 *
 * First are those that cost much and can wait: spreadsheets and other exports, statistics, new analyses, imports. Last
 * are signing in, and reading a case with what a reader has already done in it.
 */
import { exportedRoutes } from './exports.ts';
import type { RouteName } from './routes.ts';

const exported: readonly string[] = Object.keys(exportedRoutes);

const costly: readonly RouteName[] = [
  ...(['beginExport', 'exportRecording', 'invoiceDocument', 'importUsers', 'importInstitutions'] as const),
  ...(['statisticsCases', 'statisticsTimes', 'statisticsGroups', 'statisticsOpen'] as const),
  ...(['statisticsArrivals', 'statisticsForecast', 'criticalTimes', 'secondSums', 'ledger'] as const),
  ...(['reanalyse', 'renewAnalysis', 'renewAnalyses', 'outdatedAnalyses', 'proveChains'] as const),
];

const signIn: readonly RouteName[] = [
  ...(['login', 'secondStep', 'passkeySignIn', 'passkeyOptions', 'logout', 'me'] as const),
  ...(['signInProviders', 'beginProviderSignIn', 'providerSignIn'] as const),
];

const readingACase: readonly RouteName[] = [
  ...(['readCase', 'recording', 'tile', 'tiles', 'analysis', 'beats', 'beatLikeness', 'report'] as const),
  ...(['reading', 'appendEdits', 'changeEditLock', 'coverage', 'recordCoverage', 'saveDraft'] as const),
  ...(['secondReading', 'secondReadingLog', 'appendSecondEdits', 'changeSecondEditLock'] as const),
  ...(['criticalFinding', 'criticalOfCase', 'criticalStrip', 'actOnCritical', 'stream'] as const),
];

export const refusedFirst: ReadonlySet<string> = new Set([...exported, ...costly]);
export const refusedLast: ReadonlySet<string> = new Set<string>([...signIn, ...readingACase]);
