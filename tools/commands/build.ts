/** `npm run build`: installs what is missing and builds the page, for installations whose unit starts Node directly. */
import { repositoryRoot } from '../processes/repository.ts';
import { ensureWebBuilt } from '../web-build/web-build.ts';

await ensureWebBuilt(repositoryRoot);
