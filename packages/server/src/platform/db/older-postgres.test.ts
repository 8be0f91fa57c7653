/** Tests the way in which a computed column is changed on PostgreSQL 15 and 16; it works on newer servers as well. */
import { expect, test } from 'vitest';
import { Client } from 'pg';
import { emptyTestDatabase } from './test-database.ts';
import { textFor } from './older-postgres.ts';
import { readMigrations } from './migrate.ts';

const change = `ALTER TABLE notes ALTER COLUMN form SET EXPRESSION AS (
  upper(coalesce(words, ''))
);
ALTER TABLE notes ALTER COLUMN short SET EXPRESSION AS (left(words, 1));
`;

test('a text without such a change, or for a newer server, stays as it is', () => {
  expect(textFor(180_004, change)).toBe(change);
  expect(textFor(150_018, 'SELECT 1;\n')).toBe('SELECT 1;\n');
});

test('no migration keeps the statement on an older server', async () => {
  const texts = (await readMigrations()).map(({ text }) => textFor(150_018, text));
  expect(texts.filter((text) => text.includes('SET EXPRESSION'))).toEqual([]);
});

test('the column has the new expression, and its indexes and views are there again', async () => {
  const { owner } = await emptyTestDatabase();
  const client = new Client(owner);
  await client.connect();
  try {
    await client.query(`create table notes (words text, form text not null generated always as (coalesce(words, '')) stored,
        short text generated always as (words) stored);
      create index notes_by_form on notes (form text_pattern_ops); create unique index notes_short on notes (short, form);
      create view every_note with (security_barrier = true) as select * from notes where words <> '';
      insert into notes (words) values ('abc')`);
    const dependents = () =>
      client.query(`select pg_get_indexdef(indexrelid) as text from pg_index where indrelid = 'notes'::regclass
        union all select pg_get_viewdef('every_note') || reloptions::text from pg_class where relname = 'every_note' order by 1`);
    const before = await dependents();
    await client.query('begin');
    await client.query(textFor(150_018, change));
    await client.query('commit');
    expect((await dependents()).rows).toEqual(before.rows);
    expect((await client.query('select words, form, short from every_note')).rows).toEqual([
      { words: 'abc', form: 'ABC', short: 'a' },
    ]);
    await expect(client.query(`insert into notes (words, form) values ('x', 'y')`)).rejects.toThrow();
    const { rows } = await client.query(
      `select attname, attnotnull from pg_attribute where attrelid = 'notes'::regclass and attnum > 0
       and not attisdropped order by attname`,
    );
    expect(rows).toEqual([
      { attname: 'form', attnotnull: true },
      { attname: 'short', attnotnull: false },
      { attname: 'words', attnotnull: false },
    ]);
  } finally {
    await client.end();
  }
});
