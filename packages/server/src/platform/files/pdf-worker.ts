/** The thread that judges one PDF and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { judgePdf } from './judge-pdf.ts';

if (!(workerData instanceof Uint8Array)) throw new Error('a PDF to judge is bytes');
parentPort?.postMessage(await judgePdf(workerData));
