/**
 * Chooses the journeys that a change can affect, by the table below, from the folder of each changed file. A journey
 * belongs to the folders that its steps are about; other folders that it uses are covered by their own journeys.
 */
import { reach, reversed, type ImportGraph } from '../checks/import-graph.ts';

const page = 'packages/web/src';
const server = 'packages/server/src';
const domain = 'packages/domain/src';

/** Maps the start of a path to the names of journeys; the longest matching start counts. */
export const journeysOfPaths: Readonly<Record<string, readonly string[]>> = {
  [`${page}/`]: ['steady-page'],
  [`${page}/app/consent/`]: ['consent'],
  [`${page}/app/health-link/`]: ['consent'],
  [`${page}/app/entry/`]: ['sign-in'],
  [`${page}/app/find-password/`]: ['sign-up'],
  [`${page}/app/profile/`]: ['account'],
  [`${page}/app/session/`]: ['sign-in', 'sign-out'],
  [`${page}/app/shell/`]: ['palette', 'top-bar'],
  [`${page}/app/sign-in/`]: ['sign-in', 'provider'],
  [`${page}/app/sign-up/`]: ['sign-up'],
  [`${page}/features/agreements/`]: ['consent'],
  [`${page}/features/audit/`]: ['audit'],
  [`${page}/features/billing/`]: ['invoices'],
  [`${page}/features/cases/actions/`]: ['returned-case'],
  [`${page}/features/cases/analysis/`]: ['findings'],
  [`${page}/features/cases/badges/`]: ['lists'],
  [`${page}/features/cases/critical/`]: ['critical'],
  [`${page}/features/cases/desk/`]: ['desk'],
  [`${page}/features/cases/desk/basket/`]: ['basket', 'whole-reading'],
  [`${page}/features/cases/desk/coverage/`]: ['coverage'],
  [`${page}/features/cases/desk/measure/`]: ['measure'],
  [`${page}/features/cases/desk/queue/`]: ['desk', 'whole-reading'],
  [`${page}/features/cases/desk/report/`]: ['desk', 'whole-reading'],
  [`${page}/features/cases/desk/second-screen`]: ['second-window'],
  [`${page}/features/cases/desk/window/`]: ['second-window'],
  [`${page}/features/cases/list/`]: ['lists'],
  [`${page}/features/cases/model/`]: ['lists'],
  [`${page}/features/cases/page/`]: ['main-job'],
  [`${page}/features/cases/pdf/`]: ['main-job'],
  [`${page}/features/cases/phrases/`]: ['pages-accessible'],
  [`${page}/features/cases/practice/`]: ['practice'],
  [`${page}/features/cases/reading/`]: ['desk', 'two-readers'],
  [`${page}/features/cases/second/`]: ['second-reading'],
  [`${page}/features/cases/work/`]: ['team-day'],
  [`${page}/features/exports/`]: ['pages-accessible'],
  [`${page}/features/institutions/`]: ['institutions'],
  [`${page}/features/integration/`]: ['pages-accessible'],
  [`${page}/features/jobs/`]: ['pages-accessible'],
  [`${page}/features/operations/`]: ['pages-accessible'],
  [`${page}/features/notices/`]: ['notices'],
  [`${page}/features/people/`]: ['people'],
  [`${page}/features/people/account/`]: ['account', 'push'],
  [`${page}/features/privacy/`]: ['pages-accessible'],
  [`${page}/features/statistics/`]: ['statistics'],
  [`${page}/features/uploads/`]: ['upload'],
  [`${page}/features/uploads/convert/`]: ['convert'],
  [`${page}/features/uploads/patients/`]: ['upload-patients'],
  [`${page}/platform/`]: ['sign-in'],
  [`${page}/platform/address/`]: ['sign-in', 'under-a-path'],
  [`${page}/platform/live/`]: ['two-readers'],
  [`${page}/platform/push/`]: ['push'],
  [`${page}/platform/texts/`]: [],
  [`${page}/platform/theme/`]: ['pages-accessible'],
  [`${page}/trace/`]: ['few-inputs'],
  [`${page}/ui/`]: ['lists'],
  [`${page}/ui/dialogs/`]: ['institutions'],
  [`${page}/ui/list/`]: ['lists', 'small-screens'],
  [`${page}/ui/palette/`]: ['palette'],
  [`${server}/`]: ['main-job'],
  [`${server}/features/agreements/`]: ['consent'],
  [`${server}/features/analysis/`]: ['findings'],
  [`${server}/features/audit/`]: ['audit'],
  [`${server}/features/billing/`]: ['invoices'],
  [`${server}/features/critical/`]: ['critical'],
  [`${server}/features/institutions/`]: ['institutions'],
  [`${server}/features/notices/`]: ['notices'],
  [`${server}/features/people/`]: ['people', 'sign-in'],
  [`${server}/features/people/providers/`]: ['provider'],
  [`${server}/features/reading/`]: ['desk', 'two-readers'],
  [`${server}/features/reading/second/`]: ['second-reading'],
  [`${server}/features/statistics/`]: ['statistics'],
  [`${server}/features/uploads/`]: ['upload'],
  [`${server}/platform/http/`]: ['main-job', 'under-a-path'],
  [`${domain}/`]: ['main-job'],
  [`${domain}/agreement/`]: ['consent'],
  [`${domain}/billing/`]: ['invoices'],
  [`${domain}/critical/`]: ['critical'],
  [`${domain}/notice/`]: ['notices'],
  [`${domain}/people/`]: ['people'],
  [`${domain}/statistics/`]: ['statistics'],
  'packages/contract/src/': ['main-job'],
  'packages/ecg/src/': ['findings'],
  'packages/ecg/src/formats/': ['convert'],
};

const beginnings = Object.keys(journeysOfPaths).sort((a, b) => b.length - a.length);
const journeyName = /^e2e\/journeys\/(.+)\.journey\.ts$/;
const proves = (file: string): boolean => /\.(?:test|bench)\.|\/test-[a-z0-9-]+\.tsx?$/.test(file);

/** Returns the journeys for a file of the product; undefined if no journey is about it. */
export function journeysFor(file: string): readonly string[] | undefined {
  const beginning = proves(file) ? undefined : beginnings.find((each) => file.startsWith(each));
  return beginning === undefined ? undefined : journeysOfPaths[beginning];
}

const nameOf = (file: string): string[] => journeyName.exec(file)?.slice(1, 2) ?? [];

/**
 * Returns the journeys that import a changed file of e2e; if none of them imports it, all journeys, because it sets
 * them up.
 */
function journeysBehind(graph: ImportGraph, changed: readonly string[]): string[] {
  const importers = reversed(graph.runs);
  const all = [...graph.hashes.keys()].flatMap(nameOf);
  return changed
    .filter((file) => file.startsWith('e2e/'))
    .flatMap((file) => {
      const found = [...reach(importers, [file], (each) => !each.startsWith('e2e/'))].flatMap(nameOf);
      return found.length === 0 ? all : found.filter((name) => all.includes(name));
    });
}

/** Returns the names of the journeys, sorted. */
export const affectedJourneys = (graph: ImportGraph, changed: readonly string[]): string[] =>
  [
    ...new Set([...changed.flatMap((file) => journeysFor(file) ?? []), ...journeysBehind(graph, changed)]),
  ].sort();

export const journeyFile = (name: string): string => `journeys/${name}.journey.ts`;
