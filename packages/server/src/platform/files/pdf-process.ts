/** The process that judges one PDF: its bytes come in, the fault or `null` goes out as JSON. */
import { buffer } from 'node:stream/consumers';
import { judgePdf } from './judge-pdf.ts';

process.stdout.write(JSON.stringify(await judgePdf(await buffer(process.stdin))));
