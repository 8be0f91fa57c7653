/** Checks one PDF in its own process: reads its bytes from standard input and writes the fault or `null` as JSON. */
import { buffer } from 'node:stream/consumers';
import { judgePdf } from './judge-pdf.ts';

process.stdout.write(JSON.stringify(await judgePdf(await buffer(process.stdin))));
