/**
 * `npm run build`: installs what is missing and makes what an installation needs beside its packages: the page in
 * `packages/web/dist` and the fonts of the PDFs in `packages/server/dist`.
 */
import { repositoryRoot } from '../processes/repository.ts';
import { copyFonts } from '../web-build/copy-fonts.ts';
import { ensureWebBuilt } from '../web-build/web-build.ts';

await ensureWebBuilt(repositoryRoot);
copyFonts();
