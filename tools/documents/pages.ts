/** Lists the generated documents: their paths, and functions that make their text from the current text. */
import { routes } from '@rhythmdesk/contract/routes';
import { changelogText } from '@rhythmdesk/domain/releases/release-notes-text';
import { lifecycleText } from '@rhythmdesk/domain/case/lifecycle-doc';
import { permissionsText } from '@rhythmdesk/domain/people/permissions-doc';
import { metricsMarkdown } from '@rhythmdesk/server/platform/metrics/metric-table';
import { settingsMarkdown } from '@rhythmdesk/server/platform/config/config';
import { openApiOf } from '@rhythmdesk/server/platform/http/openapi';
import { accuracyFigures } from '@rhythmdesk/ecg/scoring/accuracy-figures';
import { accuracyText } from './accuracy-text.ts';
import { readFigures } from '../bench/stored-figures.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { apiText } from './api-text.ts';
import { benchmarksText } from './benchmarks-text.ts';
import { presentLicences } from './licences-text.ts';
import { putBetweenMarks } from './between-marks.ts';
import { retentionText } from './retention-text.ts';
import { traceabilityText } from './traceability-text.ts';
import { resultsText } from './results-text.ts';

export type Page = {
  readonly path: string;
  /** `present` is '' if the page does not exist; the result is undefined if the page cannot be made. */
  readonly make: (present: string) => string | undefined;
};

export const benchmarksPage: Page = {
  path: 'docs/benchmarks.md',
  make: (present) => putBetweenMarks(present, 'figures', benchmarksText(readFigures(repositoryRoot))),
};

export const pages: readonly Page[] = [
  { path: 'docs/permissions.md', make: permissionsText },
  { path: 'docs/lifecycle.md', make: lifecycleText },
  { path: 'docs/api.md', make: () => apiText(routes) },
  { path: 'docs/openapi.json', make: () => `${JSON.stringify(openApiOf(routes), null, 1)}\n` },
  { path: 'docs/results.md', make: resultsText },
  { path: 'docs/licences.md', make: () => presentLicences() },
  { path: 'CHANGELOG.md', make: () => changelogText() },
  { path: 'docs/accuracy.md', make: () => accuracyText(accuracyFigures) },
  benchmarksPage,
  { path: 'docs/traceability.csv', make: () => traceabilityText(repositoryRoot) },
  {
    path: 'docs/data-protection.md',
    make: (present) => putBetweenMarks(present, 'retention', retentionText()),
  },
  { path: 'docs/operating.md', make: (present) => putBetweenMarks(present, 'settings', settingsMarkdown()) },
  { path: 'docs/monitoring.md', make: (present) => putBetweenMarks(present, 'metrics', metricsMarkdown()) },
];
