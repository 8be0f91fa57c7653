/**
 * `npm run build`: installs missing packages and makes what an installation needs besides them: the page in
 * `packages/web/dist`, the server's programs and the fonts of the PDFs in `packages/server/dist`.
 */
import { repositoryRoot } from '../processes/repository.ts';
import { copyFonts } from '../build/copy-fonts.ts';
import { ensureServerBuilt } from '../build/server-build.ts';
import { ensureWebBuilt } from '../build/web-build.ts';

await ensureWebBuilt(repositoryRoot);
await ensureServerBuilt(repositoryRoot);
copyFonts();
