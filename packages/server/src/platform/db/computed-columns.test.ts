/** Tests both ways in which a computed column is changed; this server can do both. */
import { expect, test } from 'vitest';
import { Client } from 'pg';
import { textFor } from './computed-columns.ts';
import { readMigrations } from './migrate.ts';
import { emptyTestDatabase } from './test-database.ts';

const change = `ALTER TABLE notes ALTER COLUMN form SET EXPRESSION AS (
  upper(coalesce(words, ''))
);
ALTER TABLE notes ALTER COLUMN short SET EXPRESSION AS (left(words, 1));
`;
const table = `create table notes (words text, form text not null generated always as (coalesce(words, '')) stored,
    short text generated always as (words) stored);
  create index notes_by_form on notes (form text_pattern_ops); create unique index notes_short on notes (short, form);
  create view every_note with (security_barrier = true) as select * from notes where words <> '';
  create function form_of(notes) returns text language sql immutable return $1.words || '!';
  insert into notes (words) values ('abc')`;
const dependents = `select pg_get_indexdef(indexrelid) as text from pg_index where indrelid = 'notes'::regclass
  union all select pg_get_viewdef('every_note') || reloptions::text from pg_class where relname = 'every_note'
  union all select pg_get_functiondef('form_of(notes)'::regprocedure) order by 1`;

test('a text without such a change stays as it is', () => {
  for (const version of [150_018, 180_004]) expect(textFor(version, 'SELECT 1;\n')).toBe('SELECT 1;\n');
});

test('every migration changes its columns by the helper', async () => {
  for (const version of [150_018, 180_004]) {
    const texts = (await readMigrations()).map(({ text }) => textFor(version, text));
    expect(texts.filter((text) => /^ALTER TABLE .*SET EXPRESSION/m.test(text))).toEqual([]);
  }
});

test.each([
  ['replaced on 15', 150_018],
  ['changed on 18', 180_004],
])(
  'a column that is %s has the new expression; indexes, views and functions are there again',
  async (_how, version) => {
    const { owner } = await emptyTestDatabase();
    const client = new Client(owner);
    await client.connect();
    try {
      await client.query(table);
      const before = await client.query(dependents);
      await client.query('begin');
      await client.query(textFor(version, change));
      await client.query('commit');
      expect((await client.query(dependents)).rows).toEqual(before.rows);
      expect(
        (
          await client.query(
            'select words, form, short, form_of(n) from every_note v join notes n using (words, form, short)',
          )
        ).rows,
      ).toEqual([{ words: 'abc', form: 'ABC', short: 'a', form_of: 'abc!' }]);
      await expect(client.query(`insert into notes (words, form) values ('x', 'y')`)).rejects.toThrow();
      const { rows } = await client.query(
        `select attname, attnotnull from pg_attribute where attrelid = 'notes'::regclass and attnum > 0
       and not attisdropped order by attnum`,
      );
      expect(rows).toEqual([
        { attname: 'words', attnotnull: false },
        { attname: 'form', attnotnull: true },
        { attname: 'short', attnotnull: false },
      ]);
    } finally {
      await client.end();
    }
  },
);

/** Everything of the tables but the order of their columns. */
const shape = `
  select 'column ' || concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull::text,
      pg_get_expr(d.adbin, d.adrelid)) as part
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
  union all select 'index ' || pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace
  union all select 'function ' || pg_get_functiondef(p.oid) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
  union all select 'policy ' || concat_ws(' ', tablename, policyname, cmd, qual, with_check) from pg_policies
    where schemaname = 'public'
  order by 1`;

async function shapeAfter(version: number): Promise<string[]> {
  const { owner } = await emptyTestDatabase();
  const client = new Client(owner);
  await client.connect();
  try {
    for (const { text } of await readMigrations())
      await client.query(textFor(version, text.replaceAll(/\bCONCURRENTLY\b/gi, '')));
    const { rows } = await client.query<{ part: string }>(shape);
    return rows.map(({ part }) => part);
  } finally {
    await client.end();
  }
}

test('all migrations succeed in the way of PostgreSQL 15, and make the same tables', async () => {
  const [older, newer] = await Promise.all([shapeAfter(150_018), shapeAfter(180_004)]);
  expect(older).toEqual(newer);
  expect(newer.length).toBeGreaterThan(1000);
});
