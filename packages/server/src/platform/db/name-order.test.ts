/** Checks that the database orders names as the collations of ECMAScript do, in every language. */
import { languages } from '@rhythmdesk/domain/kit/languages';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { nameOrder } from './name-order.ts';
import { testDatabase } from './test-database.ts';

const { db } = await testDatabase();

const names = [
  ...['김민지', '이서연', '박지훈', '강하늘', '홍길동', '金民秀'],
  ...['佐藤 久美子', '阿部 蓮', '渡辺 葵', 'さとう', 'アベ', 'あべ', 'ｱﾍﾞ'],
  ...['王芳', '张伟', '李娜', '陈静', '欧阳修', '白居易'],
  ...[
    'Zoe',
    'andrea',
    'Ángel',
    'Anders',
    'Öberg',
    'oberg',
    'İbrahim',
    'Ibsen',
    'źrebiński',
    "O'Neill",
    'ONeal',
    '3rd Ward',
  ],
];
const row = z.object({ name: z.string() });

test.each(languages)('%s: names are in the order of the language', async (language) => {
  const found = await db.execute(sql`select name from unnest(${sql.param(names)}::text[]) name
    order by ${nameOrder(sql`name`, language)}, name collate "C"`);
  const { compare } = new Intl.Collator(language);
  const expected = names.toSorted((a, b) => compare(a, b) || (a < b ? -1 : 1));
  expect(found.rows.map((each) => row.parse(each).name)).toEqual(expected);
});
