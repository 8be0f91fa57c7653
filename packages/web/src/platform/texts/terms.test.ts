/**
 * Checks that a language uses one term for each thing on all pages, in the server's texts and in spreadsheets, and that
 * other terms for it occur nowhere.
 */
import { describe, expect, test } from 'vitest';
import { type Language, languages } from '@rhythmdesk/domain/kit/languages';

type Term = {
  readonly word: Readonly<Record<Language, string>>;
  /** The texts that contain only the term. */
  readonly labels: readonly string[];
  readonly never: Readonly<Record<Language, RegExp>>;
};

const terms: Readonly<Record<string, Term>> = {
  sex: {
    word: { en: 'Sex', ja: '性別', ko: '성별', zh: '性别' },
    labels: [
      'case-form/gender',
      'case-page/fact.gender',
      'case-page/changed.gender',
      'uploads/patient.gender',
      'uploads/list.gender',
    ],
    never: { en: /\bgenders?\b/i, ja: /男女|ジェンダー/, ko: /성구분|남녀/, zh: /男女/ },
  },
  birth_date: {
    word: { en: 'Birth date', ja: '生年月日', ko: '생년월일', zh: '出生日期' },
    labels: [
      'case-form/birth_date',
      'case-page/fact.birth_date',
      'case-page/changed.birth_date',
      'uploads/patient.birth_date',
      'uploads/list.birth_date',
    ],
    never: {
      en: /dates? of birth|birthday|\bborn\b/i,
      ja: /誕生日|出生日(?!期)/,
      ko: /출생일|생일/,
      zh: /(?<!出)生日|出生年月/,
    },
  },
  order_note: {
    word: { en: 'Order note', ja: '依頼メモ', ko: '의뢰 메모', zh: '申请说明' },
    labels: [
      'case-form/comment',
      'case-page/fact.comment',
      'case-page/changed.comment',
      'uploads/patient.comment',
      'uploads/list.comment',
    ],
    never: {
      en: /order comment|request note/i,
      ja: /依頼内容|依頼コメント/,
      ko: /의뢰 내용|의뢰 코멘트/,
      zh: /申请备注|申请内容/,
    },
  },
  case: {
    word: { en: 'Case', ja: '症例', ko: '검사', zh: '病例' },
    labels: ['integration/column.case'],
    never: { en: /\bcase files?\b/i, ja: /ケース/, ko: /케이스|사례|증례/, zh: /个案|案例/ },
  },
  verification: {
    word: { en: 'Verification', ja: '承認', ko: '검증', zh: '复核' },
    labels: ['shell/category.verification'],
    never: { en: /\bcountersign/i, ja: /検証依頼/, ko: /확인 요청|확인 완료|님이 확인함/, zh: /审核通过/ },
  },
  correction: {
    word: { en: 'Correction', ja: '修正', ko: '정정', zh: '修订' },
    labels: ['shell/category.correction'],
    never: {
      en: /\brectif/i,
      ja: /訂正(?:中|依頼|報告|が取り|後|版|を依頼|を完了)/,
      ko: /수정 중/,
      zh: /更正(?:中|报告|不再|正在)/,
    },
  },
  returned: {
    word: { en: 'Returned', ja: '差し戻し', ko: '반려', zh: '退回' },
    labels: ['statistics/column.returned'],
    never: {
      en: /requests? a change/i,
      ja: /さんから修正依頼|変更依頼/,
      ko: /수정을 요청|수정 요청/,
      zh: /要求修改/,
    },
  },
  sign_in: {
    word: { en: 'Sign in', ja: 'ログイン', ko: '로그인', zh: '登录' },
    labels: ['sign-in/title', 'sign-in/submit'],
    never: { en: /\blog[- ]?on\b/i, ja: /サインイン|サインオン|サインアウト/, ko: /사인인/, zh: /登陆|登入/ },
  },
  account: {
    word: { en: 'Account', ja: 'アカウント', ko: '계정', zh: '账户' },
    labels: ['shell/account', 'shell/category.account'],
    never: { en: /\baccount name\b/i, ja: /アカウント名/, ko: /어카운트/, zh: /账号|帐号|帐户/ },
  },
  user_id: {
    word: { en: 'User ID', ja: 'ユーザーID', ko: '사용자 ID', zh: '用户ID' },
    labels: ['sign-up/step.id', 'sign-up/id.label', 'users/column.user_id', 'users/field.user_id'],
    never: { en: /\blogin ID\b/i, ja: /ログインID|利用者ID/, ko: /아이디/, zh: /登录ID|用户 ID/ },
  },
  acknowledged: {
    word: { en: 'Acknowledged', ja: '受領確認済み', ko: '수신 확인됨', zh: '已确认接收' },
    labels: ['critical/view.acknowledged', 'critical/step.acknowledged', 'statistics/critical.count'],
    never: {
      en: /\bhospital (?:has )?confirmed\b/i,
      ja: /病院(?:の|が)確認/,
      ko: /병원(?:의|이)? 확인/,
      zh: /医院(?:已|尚未)?确认(?!接收)/,
    },
  },
  device: {
    word: { en: 'Device', ja: '機器', ko: '기기', zh: '设备' },
    labels: ['case-page/fact.device', 'analysis/differs.device'],
    never: {
      en: /apparatus|\brecorders?\b/i,
      ja: /装置|デバイス/,
      ko: /장치|디바이스/,
      zh: /装置|仪器|记录仪/,
    },
  },
  device_model: {
    word: { en: 'Device model', ja: '機種', ko: '기종', zh: '设备型号' },
    labels: ['case-form/product_name', 'case-page/fact.product_name', 'case-page/changed.product_name'],
    never: { en: /product name|'Product'/i, ja: /製品名|型番/, ko: /제품명|모델명/, zh: /产品名称|产品型号/ },
  },
};

const texts = import.meta.glob<Readonly<Record<string, string>>>('./*/*.ts', {
  import: 'texts',
  eager: true,
});

const sources = {
  ...import.meta.glob<string>('./*/*.ts', { query: '?raw', import: 'default', eager: true }),
  ...import.meta.glob<string>('../../../../server/src/**/*{texts,refusals,text}*.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../../../server/src/platform/texts/notifications.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
};

/** Returns the quoted texts of a source, each with its place; keys and imports are left out. */
function wordsOf(path: string, source: string): string[] {
  const lines = source.split('\n').map((line, at) => ({ line, at }));
  return lines
    .filter(({ line }) => !/^\s*(import|export|\/?\*|\/\/|'[a-z_]+',$)/.test(line))
    .map(({ line, at }) => `${path}:${String(at + 1)} ${line.replace(/^\s*'?[\w./-]+'?:/, '').trim()}`);
}

describe.each(Object.entries(terms))('%s', (_, { word, labels, never }) => {
  test.each(languages)('%s has one word for it', (language) => {
    const named = labels.map((label) => {
      const [namespace = '', key = ''] = label.split('/');
      return [label, texts[`./${language}/${namespace}.ts`]?.[key]?.toLowerCase()];
    });
    expect(named).toEqual(labels.map((label) => [label, word[language].toLowerCase()]));
  });

  test.each(languages)('%s has no other', (language) => {
    const found = Object.entries(sources).flatMap(([path, source]) =>
      wordsOf(path, source).filter((words) => never[language].test(words.slice(path.length))),
    );
    expect(found).toEqual([]);
  });
});

test('the texts of the server and of the spreadsheets are checked too', () => {
  const read = Object.keys(sources).filter((path) => path.includes('/server/'));
  expect(read.some((path) => path.endsWith('/refusals-ko.ts'))).toBe(true);
  expect(read.some((path) => path.endsWith('/export-texts.ts'))).toBe(true);
});
