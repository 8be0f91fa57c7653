/** Contains the texts of importing records from a spreadsheet, in Korean. */
import type { texts as en } from '../en/imports.ts';
import type { Translated } from '../namespaces.ts';

export const texts: Translated<typeof en> = {
  choose: '파일 선택(.xlsx, .csv)',
  template: '서식 다운로드',
  'template.csv': '서식을 텍스트 파일(.csv)로 다운로드',
  required: '필수: {{columns}}.',
  judging: '행을 확인하는 중…',
  row: '행',
  column: '열',
  wrong: '내용',
  good_other: '{{count}}개 행에 문제가 없습니다.',
  faulty_other: '{{total}}개 행 중 {{count}}개 행에 오류가 있습니다.',
  'faulty.body': '아무것도 등록되지 않았습니다. 파일을 고친 뒤 다시 선택해 주세요.',
  write_other: '{{count}}개 행 가져오기',
  'fault.no-columns': '첫 행에서 서식의 열을 찾을 수 없습니다.',
  'fault.no-lines': '머리글 아래에 행이 없습니다.',
  'fault.large': '파일이 2 MB보다 큽니다.',
  'fault.unreadable': '표로 읽을 수 없는 파일입니다.',
  'fault.many': '한 번에 최대 {{count}}개 행입니다.',
};
