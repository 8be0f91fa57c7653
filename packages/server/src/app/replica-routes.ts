/**
 * Lists the routes that a replica of the database may answer: lists, searches, statistics and short exports, whose
 * handlers write nothing. The other routes read one thing that somebody is working on, and are answered by the primary.
 */
import { exportedRoutes } from '@rhythmdesk/contract/exports';
import type { RouteName } from '@rhythmdesk/contract/routes';

/** These write: the shift of a patient's dates, and who received which patient's data. */
const writing: readonly string[] = ['exportPatient', 'exportResearch'] satisfies RouteName[];
const exported: readonly string[] = Object.keys(exportedRoutes).filter((name) => !writing.includes(name));

const lists: readonly RouteName[] = [
  ...(['cases', 'caseViews', 'findCases', 'unreadReports', 'board'] as const),
  ...(['uploadHistory', 'uploadSenders', 'criticalFindings', 'secondReadings'] as const),
  ...(['users', 'userCounts', 'userGroups', 'institutions', 'institutionCounts', 'activities'] as const),
  ...(['billings', 'billingLines', 'invoices', 'invoiceRows', 'auditRows'] as const),
  ...(['ledger', 'ledgerEntries'] as const),
  ...(['notices', 'writtenNotices', 'noticeReaders', 'notifications'] as const),
];

const statistics: readonly RouteName[] = [
  ...(['statisticsCases', 'statisticsTimes', 'statisticsGroups', 'statisticsOpen'] as const),
  ...(['statisticsArrivals', 'statisticsForecast', 'criticalTimes', 'secondSums'] as const),
];

export const replicaRoutes: ReadonlySet<string> = new Set([...lists, ...statistics, ...exported]);
