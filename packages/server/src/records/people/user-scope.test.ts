/** Tests the copy of a user's group data in the user's row, and the letter pairs that searches use. */
import fc from 'fast-check';
import { searchForm } from '@rhythmdesk/domain/kit/search-form';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { users } from '../../platform/db/schema/people.ts';
import { foundBy } from '../../platform/db/search-sql.ts';
import { testDatabaseOfOwner, type TestDatabase } from '../../platform/db/test-database.ts';

let database: TestDatabase;
const run = async (statement: ReturnType<typeof sql>) => (await database.db.execute(statement)).rows;

beforeAll(async () => {
  database = await testDatabaseOfOwner();
  await run(
    sql`insert into user_groups (type, name) values ('tech_center', 'A'), ('tech_center', 'B'), ('admin', 'O')`,
  );
  await run(sql`insert into user_groups (type, name, tech_center_id)
    select kind, kind || center.name, center.id from user_groups center, unnest(array['hospital', 'team']) kind
    where center.type = 'tech_center'`);
  await run(sql`insert into users (user_id, name, role_key, user_group_id, password_hash)
    select 'u' || n || 'of' || g.id, 'U', 'DOCTOR', g.id, '' from user_groups g, generate_series(1, 2) n`);
});

const fact = z.object({
  type: z.string(),
  kept_type: z.string(),
  center: z.unknown(),
  kept_center: z.unknown(),
});

/** Returns each user's group next to the copy in the user's row. */
async function facts() {
  const rows = await run(sql`select g.type, u.group_type as kept_type, u.tech_center_id as kept_center,
    case when g.type = 'tech_center' then g.id else g.tech_center_id end as center
    from users u join user_groups g on g.id = u.user_group_id`);
  return rows.map((row) => fact.parse(row));
}

const pick = fc.nat({ max: 6 });
const move = fc.record({ kind: fc.constant('move' as const), who: fc.nat({ max: 13 }), to: pick });
const rehang = fc.record({
  kind: fc.constant('rehang' as const),
  which: fc.nat({ max: 3 }),
  to: fc.nat({ max: 1 }),
});
const retype = fc.record({
  kind: fc.constant('retype' as const),
  which: fc.nat({ max: 3 }),
  type: fc.constantFrom('hospital', 'team'),
});

const nth = (from: ReturnType<typeof sql>, index: number) =>
  sql`(select id from ${from} order by id offset ${index} limit 1)`;

test('a user’s row names the type and the center of the group, after any move', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(move, rehang, retype), { maxLength: 8 }), async (acts) => {
      for (const act of acts) {
        if (act.kind === 'move')
          await run(
            sql`update users set user_group_id = ${nth(sql`user_groups`, act.to)} where id = ${nth(sql`users`, act.who)}`,
          );
        const hung =
          'which' in act ? nth(sql`user_groups where type in ('hospital', 'team')`, act.which) : sql`0`;
        if (act.kind === 'rehang')
          await run(sql`update user_groups set tech_center_id =
            ${nth(sql`user_groups where type = 'tech_center'`, act.to)} where id = ${hung}`);
        if (act.kind === 'retype')
          await run(sql`update user_groups set type = ${act.type} where id = ${hung}`);
      }
      for (const { type, kept_type, center, kept_center } of await facts())
        expect([kept_type, kept_center]).toEqual([type, center]);
    }),
    { numRuns: 30 },
  );
  expect(await facts()).toHaveLength(14);
});

test('nobody writes another center into a user’s row', async () => {
  await run(sql`update users set group_type = 'admin', tech_center_id = 77`);
  for (const { type, kept_type, center, kept_center } of await facts())
    expect([kept_type, kept_center]).toEqual([type, center]);
});

test('a search by index finds parts of the text, of one character, two and more', async () => {
  const letters = fc.constantFrom('a', 'B', '佐', '藤', '김', '%', '_', '\\', ' ', '𠮷', '가');
  const text = fc.string({ unit: letters, minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(text, fc.string({ unit: letters, minLength: 1, maxLength: 3 }), async (name, q) => {
      await run(sql`update users set name = ${name} where id = ${nth(sql`users`, 0)}`);
      const found = await run(
        sql`select 1 from users where id = ${nth(sql`users`, 0)} and ${foundBy('users_found', users.id, q)}`,
      );
      const kept = await run(sql`select search_text from users where id = ${nth(sql`users`, 0)}`);
      const stored = z.object({ search_text: z.string() }).parse(kept[0]).search_text;
      expect(found.length === 1).toBe(stored.includes(searchForm(q)));
    }),
    { numRuns: 150 },
  );
});
