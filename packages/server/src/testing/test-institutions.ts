/** Extends the world of the matrix tests with requests about institutions. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { z } from 'zod';
import { userGroups } from '../platform/db/schema/people.ts';
import { tenants } from './test-tenants.ts';

export const saved = z.object({ id: z.number(), version: z.number() });
export const refused = z.object({
  code: z.string(),
  detail: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export const listed = z.object({
  items: z.array(z.looseObject({ id: z.number(), name: z.string() })),
  total: z.number(),
});

export type Answer = { readonly status: number; readonly body: unknown };
export const codeOf = ({ status, body }: Answer): [number, string] => [status, refused.parse(body).code];
export const totalOf = ({ body }: Answer): number => z.object({ total: z.number() }).parse(body).total;

export async function institutionWorld() {
  const world = await tenants();
  let serial = 0;
  const facts = (more: object = {}) => {
    serial += 1;
    return {
      name: `Institution ${String(serial)}`,
      type: 'hospital',
      region: 'Seoul',
      postcode: '03080',
      address: '101 Daehak-ro',
      register_code: `CODE-${String(serial)}`,
      ...more,
    };
  };
  const ask = async (who: string, method: string, path: string, body?: object, language = 'en') => {
    const headers = { 'accept-language': language };
    const answer = await world.call(path, world.person(who).token, { method, body, headers });
    const read: unknown = await answer.json();
    return { status: answer.status, body: read };
  };
  const made = async (more: object = {}, who = 'admin') => {
    const answer = await ask(who, 'POST', 'user/usergroup', facts(more));
    expect([answer.status, answer.body]).toEqual([201, answer.body]);
    return saved.parse(answer.body);
  };
  const groupRow = async (id: number) =>
    (await world.db.select().from(userGroups).where(eq(userGroups.id, id)))[0];
  const idOf = async (name: string): Promise<number> => {
    const [row] = await world.db.select().from(userGroups).where(eq(userGroups.name, name));
    if (row === undefined) throw new Error(`no group is called ${name}`);
    return row.id;
  };
  return { ...world, facts, ask, made, groupRow, idOf };
}
