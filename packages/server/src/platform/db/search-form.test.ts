/** Tests that the database stores names in the form in which the server searches them. */
import { searchForm } from '@rhythmdesk/domain/kit/search-form';
import { inArray, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { tenants } from '../../testing/test-tenants.ts';
import type { Db } from './database.ts';
import { userGroups, users } from './schema/people.ts';
import { storedNameForm } from './search-sql.ts';
import { testDatabase } from './test-database.ts';

let db: Db;
beforeAll(async () => {
  ({ db } = await testDatabase());
});

const formRow = z.object({ form: z.string() });
async function storedForms(texts: readonly string[]): Promise<string[]> {
  const found = await db.execute(
    sql`select search_form(text) as form from unnest(${sql.param([...texts])}::text[]) with ordinality t(text, n) order by n`,
  );
  return found.rows.map((row) => formRow.parse(row).form);
}

/** Every letter of the scripts that names are written in. */
const ranges = [
  [0x20, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x52f],
  [0x590, 0x6ff],
  [0x900, 0x97f],
  [0xe00, 0xe7f],
  [0x1e00, 0x1fff],
  [0x2000, 0x206f],
  [0x3000, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe00, 0xffef],
  [0x20b9f, 0x20bb7],
] as const;

test('every letter has one form', async () => {
  const letters = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_none, at) => String.fromCodePoint(from + at)),
  );
  const stored = await storedForms(letters);
  const differing = letters.filter((letter, at) => stored[at] !== searchForm(letter));
  expect(differing).toEqual([]);
});

test('any text has one form', async () => {
  const texts = fc.sample(fc.string({ unit: 'grapheme' }), 500).filter((text) => !text.includes('\0'));
  const stored = await storedForms(texts);
  expect(stored).toEqual(texts.map(searchForm));
});

test('strokes of length, repeated characters and separate marks of kana have one form', async () => {
  const letters = 'あおかこけきよゔウオトテーー-−佐佐々木木゛゜がパﾊﾟa';
  const words = fc
    .array(fc.constantFrom(...Array.from(letters)), { maxLength: 8 })
    .map((all) => all.join(''));
  const texts = fc.sample(words, 2000);
  const stored = await storedForms(texts);
  expect(texts.filter((text, at) => stored[at] !== searchForm(text))).toEqual([]);
  const twice = await storedForms(stored);
  expect(twice).toEqual(stored);
});

test('the stored text of a user and of an institution begins with the form of the name', async () => {
  const made = await tenants();
  const letters = fc.constantFrom(...Array.from('aZé佐藤々김ﾊﾟ゛ーよ-̈ \u200d'));
  const names = fc.sample(fc.string({ unit: letters, minLength: 1, maxLength: 6 }), 100);
  for (const table of [users, userGroups]) {
    const at = made.db.select({ id: table.id }).from(table).limit(1);
    for (const name of names) {
      const [stored] = await made.db
        .update(table)
        .set({ name })
        .where(inArray(table.id, at))
        .returning({ form: sql<string>`${storedNameForm(table.search_text)}` });
      expect(stored?.form).toBe(searchForm(name));
    }
  }
});
