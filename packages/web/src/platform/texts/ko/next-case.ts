/** Contains the texts of the offer of the next case after one was finished, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/next-case.ts';

export const texts: Translated<typeof en> = {
  own: '내 다음 검사',
  pool: '다음 미배정 검사',
  open: '다음 검사 열기',
  take: '다음 검사 맡기',
  stay: '여기 머물기',
};
