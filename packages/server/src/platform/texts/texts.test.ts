import { expect, test } from 'vitest';
import { refusals, type RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import { isNotificationCode, notificationTable } from '@rhythmdesk/domain/notice/notifications';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { languageOf } from './language.ts';
import { notificationText } from './notification-text.ts';
import { notificationTexts } from './notifications.ts';
import { refusalText } from './refusal-text.ts';

test('the best offered language of a header is used; English if none fits', () => {
  expect(languageOf(undefined)).toBe('en');
  expect(languageOf('fr-FR, de;q=0.9')).toBe('en');
  expect(languageOf('fr, ko-KR;q=0.8, ja;q=0.7')).toBe('ko');
  expect(languageOf('en;q=0.5, ZH-Hant-TW;q=0.6')).toBe('zh');
  expect(languageOf('ja;q=0, en;q=0.1')).toBe('en');
  expect(languageOf('ja;q=x, ko;q=0.1')).toBe('ko');
  expect(languageOf(`${'x,'.repeat(10_000)}ko`)).toBe('en');
});

test('every refusal has its own text in every language', () => {
  const script = { en: /^[\x20-\x7e]+$/, ja: /[぀-ヿ一-鿿]/, ko: /[가-힣]/, zh: /[一-鿿]/ };
  const codes = Object.keys(refusals).filter((code): code is RefusalCode => code in refusals);
  for (const code of codes) {
    for (const language of languages) {
      const text = refusalText(code, language);
      expect([code, language, script[language].test(text)]).toEqual([code, language, true]);
      expect([code, language, /[.。]$/.test(text)]).toEqual([code, language, true]);
    }
    if (code !== 'server/fault') expect(refusalText(code, 'zh')).not.toMatch(/[぀-ヿ가-힣]/);
  }
});

test('the messages of the specification are used literally', () => {
  const worded = {
    'auth/login-failed': 'Login failed. Please check your ID or password.',
    'case/already-assigned': 'Already assigned.',
    'auth/terms-not-agreed': 'Please agree to the terms and conditions.',
    'auth/code-wrong': 'Failed verification. Please check registration code.',
    'auth/institution-code-unknown': 'Invalid institutional code.',
    'user/not-registered': 'No registered ID.',
    'auth/no-password': 'No registered password.',
    'user/id-taken': 'This ID is already registered.',
    'group/has-users': 'Delete error: user exists.',
    'group/register-code-taken': 'Duplicate Register Code - Please enter different Register Code.',
    'report/none': 'No PDF report created on the Virtual Machine; complete the analysis first.',
  } as const satisfies Partial<Record<RefusalCode, string>>;
  const codes = Object.keys(refusals).filter((code): code is keyof typeof worded => code in worded);
  expect(codes).toHaveLength(Object.keys(worded).length);
  for (const code of codes) expect([code, refusalText(code, 'en')]).toEqual([code, worded[code]]);
});

test('a refusal has its figures in every language, and a placeholder is never empty', () => {
  const figures = { seen_percent: 63, asked_percent: 80 };
  for (const language of languages) {
    const said = refusalText('case/coverage-short', language, figures);
    expect([language, said.match(/\d+/g)?.sort(), /[{}]/.test(said)]).toEqual([
      language,
      ['63', '80'],
      false,
    ]);
  }
  expect(refusalText('case/coverage-short', 'en')).not.toMatch(/[{}]|undefined/);
});

test('a notification uses exactly the parameters of its code, in every language', () => {
  for (const [code, texts] of Object.entries(notificationTexts)) {
    if (!isNotificationCode(code)) throw new Error(code);
    for (const language of languages) {
      const used = [...texts[language].matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1]);
      expect([code, language, used.sort()]).toEqual([
        code,
        language,
        [...notificationTable[code].parameters].sort(),
      ]);
    }
  }
});

test('parameters fill their placeholders and are never read as placeholders themselves', () => {
  const parameters = { hn_id: 'HN000001', user_name: '{comment}', comment: 'again' };
  expect(notificationText('rejected', parameters, 'en')).toBe(
    'HN000001: {comment} rejected the assignment: again',
  );
  const refused = { filename: 'a.zip', refusal_code: 'upload/extension' };
  expect(notificationText('upload-refused', refused, 'ko')).toBe(
    'a.zip 파일이 접수되지 않았습니다. .zip 파일을 선택해 주세요.',
  );
  expect(notificationText('started', null, 'en')).toBe(': the analysis was started.');
});
