/** Contains the column titles and texts of the institutions' spreadsheet in the four languages. */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { GroupType } from '@rhythmdesk/domain/people/roles';

export const institutionColumns = [
  'name',
  'register_code',
  'type',
  'region',
  'address',
  'tech_center',
  'charging_unit',
  'agree_type',
  'analysis_ratio',
  'user_count',
  'month_cases',
  'created_at',
] as const;
export type InstitutionColumn = (typeof institutionColumns)[number];

type Words = {
  readonly sheet: string;
  readonly heads: Readonly<Record<InstitutionColumn, string>>;
  readonly types: Readonly<Record<GroupType, string>>;
};

export const institutionWords: Readonly<Record<Language, Words>> = {
  en: {
    sheet: 'Institutions',
    heads: {
      name: 'Name',
      register_code: 'Register code',
      type: 'Type',
      region: 'Region',
      address: 'Address',
      tech_center: 'Analysing center',
      charging_unit: 'Price policy',
      agree_type: 'Consent',
      analysis_ratio: 'Analysis ratio (%)',
      user_count: 'Users',
      month_cases: 'Cases this month',
      created_at: 'Registered',
    },
    types: {
      hospital: 'Hospital',
      logistics: 'Logistics',
      tech_center: 'Tech center',
      team: 'Team',
      distributer: 'Distributer',
      admin: 'Administration',
    },
  },
  ja: {
    sheet: '施設一覧',
    heads: {
      name: '名称',
      register_code: '登録コード',
      type: '種類',
      region: '地域',
      address: '住所',
      tech_center: '解析センター',
      charging_unit: '料金設定',
      agree_type: '同意の方法',
      analysis_ratio: '解析比率（%）',
      user_count: 'ユーザー数',
      month_cases: '今月の件数',
      created_at: '登録日時',
    },
    types: {
      hospital: '病院',
      logistics: '物流',
      tech_center: '解析センター',
      team: 'チーム',
      distributer: '代理店',
      admin: '管理',
    },
  },
  ko: {
    sheet: '기관 목록',
    heads: {
      name: '이름',
      register_code: '등록 코드',
      type: '유형',
      region: '지역',
      address: '주소',
      tech_center: '분석 센터',
      charging_unit: '가격 정책',
      agree_type: '동의 방식',
      analysis_ratio: '분석 비율(%)',
      user_count: '사용자 수',
      month_cases: '이번 달 검사',
      created_at: '등록 일시',
    },
    types: {
      hospital: '병원',
      logistics: '물류',
      tech_center: '분석 센터',
      team: '팀',
      distributer: '총판',
      admin: '관리',
    },
  },
  zh: {
    sheet: '机构列表',
    heads: {
      name: '名称',
      register_code: '注册代码',
      type: '类型',
      region: '地区',
      address: '地址',
      tech_center: '分析中心',
      charging_unit: '价格方案',
      agree_type: '同意方式',
      analysis_ratio: '分析比例（%）',
      user_count: '用户数',
      month_cases: '本月病例',
      created_at: '登记时间',
    },
    types: {
      hospital: '医院',
      logistics: '物流',
      tech_center: '分析中心',
      team: '分析组',
      distributer: '经销商',
      admin: '管理',
    },
  },
};
