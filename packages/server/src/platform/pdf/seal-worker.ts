/** Runs in the thread of `sealPdf`. */
import { z } from 'zod';
import { serveOrders } from '../threads/serve-orders.ts';
import { signPdf } from './sign-pdf.ts';

const shape = z.object({
  pdf: z.instanceof(Uint8Array),
  identity: z.object({ certificates: z.string(), private_key: z.string() }),
  statement: z.object({ signed_at: z.date(), name: z.string(), reason: z.string() }),
});

serveOrders((order) => {
  const { pdf, identity, statement } = shape.parse(order);
  return signPdf(Buffer.from(pdf), identity, statement);
});
