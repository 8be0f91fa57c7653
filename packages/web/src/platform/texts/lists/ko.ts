/** What every list has: its period, filters, pages and spreadsheet, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from './en.ts';

export const texts: Translated<typeof en> = {
  'period.from': '시작일',
  'period.to': '종료일',
  'period.apply': '적용',
  'period.last-days': '최근 {{days}}일',
  'period.fault.missing': '검색 기간을 입력해 주세요.',
  'period.fault.too-long': '검색 기간은 62일 미만이어야 합니다.',
  'period.fault.date': '날짜를 확인해 주세요.',
  'period.reset': '최근 30일',
  'filters.clear': '필터 모두 해제',
  'filter.of': '{{total}}개 중 {{count}}개',
  'filter.find': '목록에서 찾기',
  'filter.none': '선택할 항목이 없습니다.',
  range: '총 {{total}}건 중 {{from}}–{{to}}',
  'page.previous': '이전 페이지',
  'page.next': '다음 페이지',
  changed: '목록이 변경되었습니다.',
  'changed.refresh': '순서 새로 고침',
  'hint.list-failed': '목록을 새로 고치지 못했습니다. 아래는 {{time}} 기준입니다.',
  export: '스프레드시트로 내보내기',
  'export.word': '스프레드시트',
  'export.working': '스프레드시트를 만드는 중입니다…',
  'export.receiving': '{{received}} 받음',
  'export.note': '다른 페이지에서도 작업을 계속할 수 있습니다. 준비되면 파일이 저장됩니다.',
  'export.stop': '중지',
};
