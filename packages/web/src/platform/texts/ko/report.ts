/** The report made from the reading, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/report.ts';

export const texts: Translated<typeof en> = {
  title: '보고서',
  language: '보고서 언어',
  paper: '표시할 문서',
  'paper.report': '보고서',
  'paper.patient': '환자용 안내',
  'patient-page.save': '환자용 안내문',
  'full-disclosure': '전체 파형 기록',
  'full-disclosure.minutes_other': '한 줄에 {{count}}분',
  'as-it-stands': '현재 판독 내용(아직 버전 아님)',
  following: '마지막 편집을 반영하는 중…',
  'from-reading': '판독에서 만들기',
  make: '버전 저장',
  'amend.title': '정정 보고서',
  'amend.message':
    '병원이 이미 이 검사의 보고서를 받았습니다. 여기에 적은 내용이 다음 보고서 첫 쪽에 실립니다.',
  'amend.label': '변경 내용과 이유',
  made: '버전 {{version}}을(를) 저장했습니다',
  'open-case': '검사 화면 열기',
};
