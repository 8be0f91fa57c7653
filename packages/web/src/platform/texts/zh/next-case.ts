/** Contains the texts of the offer of the next case after one was finished, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/next-case.ts';

export const texts: Translated<typeof en> = {
  own: '您的下一个病例',
  pool: '待分配的下一个病例',
  open: '打开下一例',
  take: '领取下一例',
  stay: '留在此处',
};
