/**
 * Maps each page to its file. Each file exports `Page` and is a chunk of its own. A page that is not built yet has no
 * file, so it has no route and its address shows the not-found page.
 */
import type { FunctionComponent } from 'react';
import type { PagePath } from '@rhythmdesk/domain/people/pages';

type PageModule = { Page: FunctionComponent };

const files = import.meta.glob<PageModule>(['../features/*/*-page.tsx', '../features/*/*/*-page.tsx']);

const fileOf = {
  '/': 'cases/list/worklist-page',
  '/day': 'cases/work/day-page',
  '/board': 'cases/work/board-page',
  '/critical': 'cases/critical/critical-page',
  '/critical/rules': 'cases/critical/rules-page',
  '/second': 'cases/second/second-page',
  '/second/{second_id}': 'cases/second/second-record-page',
  '/second/{second_id}/read': 'cases/second/second-desk-page',
  '/phrases': 'cases/phrases/phrases-page',
  '/admin': 'cases/list/admin-page',
  '/admin/user': 'people/users-page',
  '/admin/institution/list': 'institutions/institutions-page',
  '/admin/invoice': 'billing/invoices-page',
  '/admin/billing': 'billing/billings-page',
  '/admin/audit': 'audit/audit-page',
  '/admin/privacy': 'privacy/privacy-page',
  '/admin/jobs': 'jobs/jobs-page',
  '/admin/operations': 'operations/operations-page',
  '/admin/messages': 'integration/messages-page',
  '/admin/ledger': 'integration/ledger/ledger-page',
  '/admin/statistics': 'statistics/statistics-page',
  '/institution/list': 'cases/list/institution-page',
  '/upload': 'uploads/upload-page',
  '/agreement/{case_id}': 'agreements/agreement-page',
  '/detail/{case_id}': 'cases/page/case-page',
  '/review/{case_id}': 'cases/desk/desk-page',
  '/practice': 'cases/practice/practice-page',
  '/notice': 'notices/notices-page',
  '/notifications': 'notices/notifications-page',
  '/exports': 'exports/exports-page',
  '/account': 'people/account/account-page',
  '/activities/{user_id}': 'people/activities/activities-page',
  '/accuracy': 'cases/analysis/accuracy-page',
} as const satisfies Record<PagePath, string>;

type BuiltPage = { path: PagePath; load: () => Promise<PageModule> };

export const builtPages: readonly BuiltPage[] = Object.entries(fileOf).flatMap(([path, file]) => {
  const load = files[`../features/${file}.tsx`];
  return load && isPagePath(path) ? [{ path, load }] : [];
});

function isPagePath(path: string): path is PagePath {
  return path in fileOf;
}
