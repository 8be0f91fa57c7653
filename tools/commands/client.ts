/** `npm run client`: packs the client of the API for other programmers; its tarball is written to `dist`. */
import { join } from 'node:path';
import { packClient } from '../client/client-package.ts';
import { repositoryRoot } from '../processes/repository.ts';

process.stdout.write(`${await packClient(join(repositoryRoot, 'dist'))}\n`);
