/** Contains the texts of the users' spreadsheet in the four languages. */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import type { UserFlag } from '@rhythmdesk/domain/people/user-fields';

export const exportedColumns = [
  'name',
  'user_id',
  'role',
  'user_group',
  'email',
  'flag',
  'last_sign_in_at',
  'created_at',
] as const;
export type ExportedColumn = (typeof exportedColumns)[number];

type Words = {
  readonly sheet: string;
  readonly heads: Readonly<Record<ExportedColumn, string>>;
  readonly roles: Readonly<Record<RoleKey, string>>;
  readonly flags: Readonly<Record<UserFlag, string>>;
};

export const userWords: Readonly<Record<Language, Words>> = {
  en: {
    sheet: 'Users',
    heads: {
      name: 'Name',
      user_id: 'User ID',
      role: 'Role',
      user_group: 'Institution',
      email: 'E-mail',
      flag: 'Flag',
      last_sign_in_at: 'Last sign-in',
      created_at: 'Created',
    },
    roles: {
      LOGISTICS: 'Logistics',
      DOCTOR: 'Doctor',
      TECHNICIAN: 'Technician',
      CHIEF: 'Chief',
      MANAGER: 'Manager',
      CENTER: 'Center',
      DISTRIBUTER: 'Distributer',
      ADMIN: 'Admin',
    },
    flags: {
      active: 'Active',
      'one-time': 'One-time password',
      waiting: 'Awaiting approval',
      dormant: 'Dormant',
      withdrawn: 'Withdrawn',
    },
  },
  ja: {
    sheet: 'ユーザー一覧',
    heads: {
      name: '氏名',
      user_id: 'ユーザーID',
      role: '役割',
      user_group: '施設',
      email: 'メール',
      flag: '状態',
      last_sign_in_at: '最終ログイン',
      created_at: '作成日時',
    },
    roles: {
      LOGISTICS: '物流',
      DOCTOR: '医師',
      TECHNICIAN: '技師',
      CHIEF: '主任',
      MANAGER: '管理担当',
      CENTER: 'センター',
      DISTRIBUTER: '代理店',
      ADMIN: '管理者',
    },
    flags: {
      active: '使用中',
      'one-time': 'ワンタイムパスワード',
      waiting: '承認待ち',
      dormant: '休眠',
      withdrawn: '退会済み',
    },
  },
  ko: {
    sheet: '사용자 목록',
    heads: {
      name: '이름',
      user_id: '사용자 ID',
      role: '역할',
      user_group: '기관',
      email: '이메일',
      flag: '상태',
      last_sign_in_at: '마지막 로그인',
      created_at: '생성 일시',
    },
    roles: {
      LOGISTICS: '물류',
      DOCTOR: '의사',
      TECHNICIAN: '분석사',
      CHIEF: '수석 분석사',
      MANAGER: '매니저',
      CENTER: '센터',
      DISTRIBUTER: '총판',
      ADMIN: '관리자',
    },
    flags: {
      active: '사용 중',
      'one-time': '일회용 비밀번호',
      waiting: '승인 대기',
      dormant: '휴면',
      withdrawn: '탈퇴',
    },
  },
  zh: {
    sheet: '用户列表',
    heads: {
      name: '姓名',
      user_id: '用户ID',
      role: '角色',
      user_group: '机构',
      email: '邮箱',
      flag: '状态',
      last_sign_in_at: '最近登录',
      created_at: '创建时间',
    },
    roles: {
      LOGISTICS: '物流',
      DOCTOR: '医生',
      TECHNICIAN: '技师',
      CHIEF: '主管技师',
      MANAGER: '经理',
      CENTER: '中心',
      DISTRIBUTER: '经销商',
      ADMIN: '管理员',
    },
    flags: {
      active: '使用中',
      'one-time': '一次性密码',
      waiting: '等待批准',
      dormant: '休眠',
      withdrawn: '已注销',
    },
  },
};
