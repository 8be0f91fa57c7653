/** vitest's set-up of every test file. */
import { afterAll } from 'vitest';
import { closeFile } from './after-file.ts';

afterAll(closeFile);
