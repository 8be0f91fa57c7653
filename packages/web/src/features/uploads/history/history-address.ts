/** What the history keeps in the page's address. */
import { uploadStates } from '@rhythmdesk/contract/uploads';
import { z } from 'zod';

export const historyAddress = z.object({
  page: z.coerce.number().int().min(1).catch(1),
  q: z.string().catch(''),
  state: z.enum(uploadStates).optional().catch(undefined),
});
export const historySize = 50;
