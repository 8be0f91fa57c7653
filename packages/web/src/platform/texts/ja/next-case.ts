/** Contains the texts of the offer of the next case after one was finished, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/next-case.ts';

export const texts: Translated<typeof en> = {
  own: '次の担当症例',
  pool: '担当待ちの次の症例',
  open: '次の症例を開く',
  take: '次の症例を担当',
  stay: 'この画面に残る',
};
