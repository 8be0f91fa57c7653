/**
 * The first page of fifty rows with its exact total over a million cases, as the server answers it without HTTP: every
 * sortable column both ways, every filter, searches of one to three characters in Korean, Japanese and Chinese, for an
 * administrator (all centers) and for a chief (one center), over a period of 61 days; then the saved views' counts.
 */
import { caseSorts } from '@rhythmdesk/contract/cases';
import { countViews, listCases } from '@rhythmdesk/server/features/cases/case-list';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import type { Bench } from './bench.ts';
import { percentile, timesOf } from './percentile.ts';
import { millionCases } from './million-cases.ts';

const group = { time_zone: 'Asia/Seoul' };
const session = { token_hash: Buffer.alloc(32), expires_at: new Date() };
const actor = { id: 1, assigned_group_ids: [] };

const admin: Caller = {
  id: 1,
  user_id: 'bench',
  name: 'Bench',
  role_key: 'ADMIN',
  user_group: { ...group, id: 1, name: 'Admin', type: 'admin' },
  must_change_password: false,
  actor: { ...actor, role_key: 'ADMIN', user_group_id: 1, group_type: 'admin', tech_center_id: null },
  session,
};
const chief: Caller = {
  ...admin,
  role_key: 'CHIEF',
  user_group: { ...group, id: 3, name: 'Center 3', type: 'tech_center' },
  actor: { ...actor, role_key: 'CHIEF', user_group_id: 3, group_type: 'tech_center', tech_center_id: 3 },
};

type Asked = Parameters<typeof listCases>[2];

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const base = (): Asked => ({
  page: 1,
  size: 50,
  view: 'all',
  sort: 'report_due_date',
  from_time: day(60),
  to_time: day(0),
});

function mix(): Map<string, Asked> {
  const asked = new Map<string, Asked>();
  for (const sort of caseSorts) {
    asked.set(`sort ${sort}`, { ...base(), sort });
    asked.set(`sort -${sort}`, { ...base(), sort: `-${sort}` });
  }
  asked.set('status complete', { ...base(), status: ['complete'] });
  asked.set('status edit', { ...base(), status: ['edit'] });
  asked.set('status request, review', { ...base(), status: ['request', 'review'] });
  asked.set('priority urgent', { ...base(), priority: ['urgent'] });
  asked.set('severity critical', { ...base(), severity: ['critical'] });
  asked.set('two hospitals', { ...base(), hospital_id: [17, 18] });
  asked.set('center', { ...base(), tech_center_id: [3] });
  asked.set('technician', { ...base(), technician_id: [17] });
  asked.set('open', { ...base(), closed: false });
  for (const q of ['김', '洋', '王', '지훈', '洋子', '王芳', '김지훈', '久美子', '李娜敏', '한빛', '病院']) {
    asked.set(`search ${q}`, { ...base(), q });
  }
  return asked;
}

export default {
  name: 'case-lists',
  run: async (print) => {
    const { db, close } = await millionCases();
    try {
      for (const [who, caller] of [
        ['administrator', admin],
        ['chief', chief],
      ] as const) {
        const all: number[] = [];
        for (const [what, asked] of mix()) {
          const found = await timesOf(5, () => listCases(db, caller, asked, new Date()));
          all.push(...found);
          print({ what: `${who}, ${what}, median`, value: percentile(found, 0.5), unit: 'ms' });
        }
        print({
          what: `${who}, page with total, p95 of the mix`,
          value: percentile(all, 0.95),
          unit: 'ms',
          goal: 30,
        });
        const views = await timesOf(20, () => countViews(db, caller, undefined));
        print({
          what: `${who}, counts of the saved views, p95`,
          value: percentile(views, 0.95),
          unit: 'ms',
          goal: 30,
        });
      }
    } finally {
      await close();
    }
  },
} satisfies Bench;
