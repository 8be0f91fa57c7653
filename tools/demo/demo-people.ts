/**
 * Lists the demo's institutions and people: hospitals, a carrier, two centers (one with one team, one with two), a
 * distributer, and their people.
 */
import type { AgreeType } from '@rhythmdesk/domain/agreement/agreement-rules';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';

export const demoPassword = 'Sinus2rhythm4all';

export type DemoGroup = {
  readonly key: string;
  readonly type: 'hospital' | 'logistics' | 'tech_center' | 'team' | 'distributer' | 'admin';
  readonly name: string;
  readonly department?: string;
  readonly register_code?: string;
  readonly region: string;
  readonly postcode: string;
  readonly address: string;
  readonly time_zone: string;
  /** How it collects consents from now on; the demo's earlier cases were requested without one. */
  readonly consents?: AgreeType;
  /** For a hospital the analysing center, for a team its center. */
  readonly center?: string;
  /** For a team: its share of the center's requests, relative to the other teams' shares. */
  readonly ratio?: number;
  readonly verification_required?: boolean;
  /** For a center: percent of its completed cases that get a second reading. */
  readonly second_reading_share?: number;
  /** The percentage of a recording that a center requires to be viewed from now on. */
  readonly coverage_minimum?: number;
  readonly serves?: readonly string[];
  /** For a hospital: the tax on its invoices, their address and their language. */
  readonly tax_rate_bp?: number;
  readonly billing_address?: string;
  readonly billing_email?: string;
  readonly invoice_language?: Language;
  /** For a center: its tax number on invoices. */
  readonly tax_number?: string;
  readonly bank_account?: string;
};

const tokyo = { region: '東京都', postcode: '105-0001', time_zone: 'Asia/Tokyo' };
const seoul = { region: '서울특별시', postcode: '03080', time_zone: 'Asia/Seoul' };
const leeds = { region: 'West Yorkshire', postcode: 'LS1 4AP', time_zone: 'Europe/London' };

const team = (name: string, center: string, ratio: number) =>
  ({ type: 'team', name, center, ratio, address: '' }) as const;

export const demoGroups: readonly DemoGroup[] = [
  {
    key: 'tokyo-center',
    type: 'tech_center',
    name: '東京心電図解析センター',
    register_code: 'TEC0001',
    address: '港区虎ノ門 1-2-3',
    ...tokyo,
    verification_required: true,
    coverage_minimum: 10,
    billing_address: '東京都港区虎ノ門 1-2-3',
    tax_number: 'T0000000000000',
    bank_account: 'みほん銀行 虎ノ門支店 普通 0000000',
    billing_email: 'billing@tokyo-ecg.example',
  },
  {
    key: 'seoul-center',
    type: 'tech_center',
    name: '서울 심전도 분석센터',
    register_code: 'TEC0002',
    address: '종로구 대학로 101',
    ...seoul,
    billing_address: '서울특별시 종로구 대학로 101',
    tax_number: '000-00-00000',
    bank_account: '견본은행 000-000000-00-000',
    billing_email: 'billing@seoul-ecg.example',
    second_reading_share: 10,
    coverage_minimum: 10,
  },
  { key: 'tokyo-team', ...team('解析第一班', 'tokyo-center', 100), ...tokyo },
  { key: 'seoul-team', ...team('분석 1팀', 'seoul-center', 60), ...seoul },
  { key: 'seoul-team-2', ...team('분석 2팀', 'seoul-center', 40), ...seoul },
  {
    key: 'minato',
    type: 'hospital',
    name: 'みなと総合病院',
    department: '循環器内科',
    register_code: 'MNT4471',
    address: '港区芝公園 4-5-6',
    ...tokyo,
    center: 'tokyo-center',
    tax_rate_bp: 1000,
    billing_address: '東京都港区芝公園 4-5-6 医事課 経理担当',
    billing_email: 'keiri@minato.example',
  },
  {
    key: 'northgate',
    type: 'hospital',
    name: 'Northgate Heart Centre',
    department: 'Cardiology',
    register_code: 'NGH2208',
    address: '12 Northgate',
    consents: 'SCREEN',
    ...leeds,
    center: 'tokyo-center',
    billing_address: 'Accounts payable, 12 Northgate, Leeds',
    billing_email: 'accounts@northgate.example',
    invoice_language: 'en',
  },
  {
    key: 'hanbit',
    type: 'hospital',
    name: '한빛순환기내과의원',
    department: '순환기내과',
    register_code: 'HBC3150',
    address: '강남구 테헤란로 152',
    consents: 'MOBILE',
    ...seoul,
    center: 'seoul-center',
    tax_rate_bp: 1000,
    billing_address: '서울특별시 강남구 테헤란로 152 원무과',
  },
  {
    key: 'carrier',
    type: 'logistics',
    name: 'Kestrel Medical Logistics',
    register_code: 'LOG0001',
    address: '江東区有明 1-1-1',
    ...tokyo,
    serves: ['minato', 'hanbit'],
  },
  {
    key: 'distributer',
    type: 'distributer',
    name: 'Meridian Medical Partners',
    register_code: 'DIS0001',
    address: '千代田区丸の内 1-9-1',
    ...tokyo,
    serves: ['minato', 'northgate', 'tokyo-center'],
  },
  { key: 'admin', type: 'admin', name: 'Rhythmdesk', address: '', ...tokyo },
];

export type DemoUser = {
  readonly user_id: string;
  readonly name: string;
  readonly role_key: RoleKey;
  readonly group: string;
};

export const demoUsers: readonly DemoUser[] = [
  { user_id: 'demologistics', name: '小野 千尋', role_key: 'LOGISTICS', group: 'carrier' },
  { user_id: 'demodoctor', name: '原 直樹', role_key: 'DOCTOR', group: 'minato' },
  { user_id: 'demodoctor2', name: '정하윤', role_key: 'DOCTOR', group: 'hanbit' },
  { user_id: 'demodoctor3', name: 'Helen Marsh', role_key: 'DOCTOR', group: 'northgate' },
  { user_id: 'demotechnician', name: '森 楓', role_key: 'TECHNICIAN', group: 'tokyo-team' },
  { user_id: 'demotechnician2', name: '최은서', role_key: 'TECHNICIAN', group: 'seoul-team' },
  { user_id: 'demotechnician3', name: '木村 葵', role_key: 'TECHNICIAN', group: 'tokyo-team' },
  { user_id: 'demotechnician4', name: '한지우', role_key: 'TECHNICIAN', group: 'seoul-team-2' },
  { user_id: 'demochief', name: '斎藤 蓮', role_key: 'CHIEF', group: 'tokyo-center' },
  { user_id: 'demochief2', name: '박지훈', role_key: 'CHIEF', group: 'seoul-center' },
  { user_id: 'demomanager', name: '藤原 実', role_key: 'MANAGER', group: 'minato' },
  { user_id: 'democenter', name: '高橋 和子', role_key: 'CENTER', group: 'tokyo-center' },
  { user_id: 'demodistributer', name: 'Daniel Roth', role_key: 'DISTRIBUTER', group: 'distributer' },
  { user_id: 'demoadmin', name: 'Mina Castell', role_key: 'ADMIN', group: 'admin' },
];
