/** `npm run docs` writes the generated documents; `npm run docs -- --check` fails if one is outdated. */
import { pages } from '../documents/pages.ts';
import { stalePages, writePages } from '../documents/stale-pages.ts';
import { repositoryRoot } from '../processes/repository.ts';

const show = (text: string): void => void process.stdout.write(`${text}\n`);

const stale = stalePages(repositoryRoot, pages);
if (process.argv.includes('--check')) {
  for (const { path } of stale) show(`${path} is outdated: run “npm run docs” and review the change.`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  const impossible = writePages(repositoryRoot, stale);
  for (const path of impossible) show(`${path} is missing or has no marks around its generated part.`);
  show(
    `${stale.length - impossible.length} of ${pages.length} documents written, the others were up to date.`,
  );
  process.exitCode = impossible.length === 0 ? 0 : 1;
}
