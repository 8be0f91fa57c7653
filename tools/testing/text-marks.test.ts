/**
 * Checks the marks and particles of every text that users see, on the page, in mails, reports and spreadsheets: Japanese
 * and Chinese punctuation, Korean particles after a value, quotation marks.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../processes/repository.ts';
import { markFaultsOf, quotedTextsOf } from './text-marks.ts';

const sources = globSync('packages/{web,server,domain}/src/**/*.{ts,tsx}', { cwd: repositoryRoot }).filter(
  (path) => !/\.test\.tsx?$|\/test-[^/]+$/.test(path),
);

test('every text has the marks and particles of its language', () => {
  const texts = sources.flatMap((path) =>
    quotedTextsOf(readFileSync(join(repositoryRoot, path), 'utf8'))
      // A pattern is no text.
      .filter(({ text }) => !text.includes('(?:'))
      .map((quoted) => ({ path, ...quoted })),
  );
  expect(texts.filter(({ text }) => /\p{Script=Hangul}/u.test(text)).length).toBeGreaterThan(3_000);
  const faulty = texts.flatMap(({ path, line, text }) =>
    markFaultsOf(text).map((fault) => `${path}:${String(line)} ${fault}: ${text}`),
  );
  expect(faulty).toEqual([]);
});

test.each([
  ['{{count}}을 저장했습니다', 'a particle that does not fit every value'],
  ['“{{name}}”를 삭제할까요?', 'a particle that does not fit every value'],
  ['아이디 {user_id}로 로그인', 'a particle that does not fit every value'],
  ['저장했습니다。', 'full-width punctuation'],
  ['{{name}}:未判定', 'half-width punctuation'],
  ['共 {{total}} 个,置信度', 'half-width punctuation'],
  ['締めますか?', 'half-width punctuation'],
  ['心拍数 (bpm)', 'half-width brackets'],
  ['“エクスポート”を開く', 'foreign quotation marks'],
  ['Loading...', 'three dots'],
])('the mistake in “%s” is found', (text, fault) => {
  expect(markFaultsOf(text)).toEqual([fault]);
});

test.each([
  '{{count}}을(를) 저장했습니다',
  '{{minutes}}분으로 정합니다',
  '{{gain}} mm/mV・{{speed}} mm/s、2:1 の伝導',
  '“我的导出”中，{{count}} 项',
  '房室ブロック（2:1）',
])('“%s” is correct', (text) => {
  expect(markFaultsOf(text)).toEqual([]);
});
