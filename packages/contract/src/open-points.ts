/** Defines what is still open before a case is verified or completed. */
import { openPointKinds } from '@rhythmdesk/domain/case/open-points';
import { z } from 'zod';

/** `count` is in minutes for `unseen`. */
export const openPoint = z.object({ kind: z.enum(openPointKinds), count: z.number().int() });
