/** Contains the texts of the user's own exports, in Korean. */
import type { texts as en } from '../en/exports.ts';
import type { Translated } from '../namespaces.ts';

export const texts: Translated<typeof en> = {
  title: '내보낸 파일',
  lead: '건수가 많은 스프레드시트와 전체 파형은 백그라운드에서 만들어지며, 본인만 하루 동안 내려받을 수 있습니다.',
  empty: '내보낸 파일이 없습니다',
  'empty-body': '5,000행이 넘는 스프레드시트와 전체 파형은 백그라운드에서 만들어져 여기에 표시됩니다.',
  background: '계속 작업하셔도 됩니다. 완료되면 알림이 오고, 내보낸 파일에서 내려받을 수 있습니다.',
  failed: '파일을 만들지 못했습니다.',
  progress: '{{name}} 진행 상황',
  'rows-done': '{{total}}행 중 {{done}}행',
  rows_other: '{{shown}}행',
  until: '{{moment}}까지',
  'state.waiting': '대기 중',
  'state.working': '만드는 중',
  'state.done': '완료',
  'state.failed': '실패',
  'state.cancelled': '취소됨',
  cancel: '취소',
  'cancel-what': '{{name}} 취소',
  download: '다운로드',
  'download-what': '{{name}} 다운로드',
  'column.file': '파일',
  'column.state': '상태',
  'column.rows': '행 수',
  'column.size': '크기',
  'column.asked': '요청 일시',
  'column.until': '보관 기한',
  'column.act': '작업',
};
