/**
 * Defines the queries and callers of the list benchmark. They are every sortable column both ways, every filter, and
 * searches of one to three characters in Korean, Japanese and Chinese, over a period of 61 days. The groups are those
 * of million-cases.ts: 1 to 10 are centers, 11 to 310 hospitals.
 */
import { caseSorts } from '@rhythmdesk/contract/cases';
import type { GroupType, RoleKey } from '@rhythmdesk/domain/people/roles';
import type { listCases } from '@rhythmdesk/server/features/cases/case-list';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';

export function benchCaller(role_key: RoleKey, type: GroupType, groupId: number): Caller {
  const tech_center_id = type === 'tech_center' ? groupId : null;
  return {
    id: 1,
    user_id: 'bench',
    name: 'Bench',
    role_key,
    user_group: { id: groupId, name: 'Bench', type, time_zone: 'Asia/Seoul' },
    must_change_password: false,
    must_enrol: false,
    actor: {
      id: 1,
      role_key,
      user_group_id: groupId,
      group_type: type,
      tech_center_id,
      assigned_group_ids: [],
    },
    session: { token_hash: Buffer.alloc(32), expires_at: new Date() },
  };
}

export const callers: readonly (readonly [string, Caller])[] = [
  ['administrator', benchCaller('ADMIN', 'admin', 1)],
  ['chief', benchCaller('CHIEF', 'tech_center', 3)],
  ['doctor', benchCaller('DOCTOR', 'hospital', 17)],
  ['manager', benchCaller('MANAGER', 'tech_center', 3)],
];

export type ListInput = Parameters<typeof listCases>[2];

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** Returns every query by its name. */
export function mix(): Map<string, ListInput> {
  const base: ListInput = {
    page: 1,
    size: 100,
    view: 'all',
    sort: 'report_due_date',
    from_time: day(60),
    to_time: day(0),
  };
  const queries = new Map<string, ListInput>();
  for (const sort of caseSorts) {
    queries.set(`sort ${sort}`, { ...base, sort });
    queries.set(`sort -${sort}`, { ...base, sort: `-${sort}` });
  }
  queries.set('status complete', { ...base, status: ['complete'] });
  queries.set('status edit', { ...base, status: ['edit'] });
  queries.set('status request, review', { ...base, status: ['request', 'review'] });
  queries.set('priority urgent', { ...base, priority: ['urgent'] });
  queries.set('severity critical', { ...base, severity: ['critical'] });
  queries.set('two hospitals', { ...base, hospital_id: [17, 18] });
  queries.set('center', { ...base, tech_center_id: [3] });
  queries.set('technician', { ...base, technician_id: [17] });
  queries.set('open', { ...base, closed: false });
  for (const q of ['김', '洋', '王', '지훈', '洋子', '王芳', '김지훈', '久美子', '李娜敏', '한빛', '病院']) {
    queries.set(`search ${q}`, { ...base, q });
  }
  return queries;
}
