/**
 * Adds the demo's notices: shown, planned, ended and a draft, by an administrator and by a center, in several
 * languages.
 */
import type { noticeRoutes } from '@rhythmdesk/contract/notices';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { addNotice } from '@rhythmdesk/server/features/notices/write-notice';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import type { DemoWorld } from './demo-callers.ts';

type Written = ParsedOf<typeof noticeRoutes.addNotice>;
type DemoNotice = Omit<Written, 'from_time' | 'to_time' | 'draft'> & {
  readonly by: string;
  /** Days before or after now. */
  readonly from: number;
  readonly to: number;
  readonly draft?: boolean;
};

const demonstration: DemoNotice = {
  by: 'demoadmin',
  from: -3,
  to: 60,
  category: 'system',
  group_type: 'all',
  popup: false,
  title: 'This is a demonstration',
  content:
    'Every hospital, person and patient here is **invented**, and every recording is synthetic.\n\n' +
    '- Try whatever you like: nothing here is real.\n- `npm run demo -- --reset` starts again from the beginning.',
  texts: {
    ja: {
      title: 'これはデモ環境です',
      content:
        '病院、職員、患者はすべて**架空**で、記録はすべて合成データです。\n\n- 自由にお試しください。実在のデータはありません。\n- `npm run demo -- --reset` で初期状態に戻ります。',
    },
    ko: {
      title: '데모 환경입니다',
      content:
        '병원, 직원, 환자는 모두 **가상**이며 기록은 모두 합성 데이터입니다.\n\n- 자유롭게 사용해 보세요. 실제 데이터는 없습니다.\n- `npm run demo -- --reset` 으로 처음 상태로 되돌립니다.',
    },
    zh: {
      title: '这是演示环境',
      content:
        '这里的医院、人员和患者都是**虚构**的，记录均为合成数据。\n\n- 请随意试用，没有真实数据。\n- 运行 `npm run demo -- --reset` 可恢复初始状态。',
    },
  },
};

const yearEnd: DemoNotice = {
  by: 'demoadmin',
  from: -2,
  to: 45,
  category: 'service',
  group_type: 'hospital',
  popup: false,
  title: 'Year-end turnaround times',
  content:
    '## From 29 December to 3 January\n\nOnly **urgent** requests are taken. Everything else is read from 4 January on, ' +
    'in the order in which it came.\n\n1. Mark urgent cases as urgent when you send them.\n' +
    '2. Upload as usual: recordings are kept.',
  texts: {
    ja: {
      title: '年末年始の解析体制について',
      content:
        '## 12月29日から1月3日まで\n\n**至急**の依頼のみ受け付けます。その他は1月4日以降、受付順に解析します。\n\n' +
        '1. 至急の症例は送信時に「至急」を選択してください。\n2. アップロードは通常どおり行えます。',
    },
    ko: {
      title: '연말 분석 일정 안내',
      content:
        '## 12월 29일부터 1월 3일까지\n\n**긴급** 의뢰만 접수합니다. 그 밖의 의뢰는 1월 4일부터 접수 순서대로 판독합니다.\n\n' +
        '1. 긴급 건은 전송할 때 긴급으로 표시해 주세요.\n2. 업로드는 평소대로 할 수 있습니다.',
    },
  },
};

const maintenance: DemoNotice = {
  by: 'demoadmin',
  from: 5,
  to: 6,
  category: 'system',
  group_type: 'all',
  popup: true,
  title: 'Maintenance on Saturday night',
  content:
    'Sign-in and upload stop from **02:00 to 04:00**.\n\n- Uploads that have begun go on afterwards by themselves.\n' +
    '- Reports already open stay readable.\n- Nothing has to be saved by hand.',
  texts: {
    ja: {
      title: '土曜深夜のメンテナンス',
      content:
        '**2:00から4:00まで**、サインインとアップロードが停止します。\n\n- 開始済みのアップロードは終了後に自動で再開します。\n- 開いている報告書はそのまま読めます。',
    },
  },
};

const pauses: DemoNotice = {
  by: 'democenter',
  from: -20,
  to: 30,
  category: 'service',
  group_type: 'tech_center',
  popup: false,
  title: 'Reading rule for pauses under 2 s',
  content:
    'Pauses under 2 s are no longer listed on their own. Name the longest RR interval in the conclusion instead.',
  texts: {
    ja: {
      title: '2秒未満のRR延長の扱い',
      content: '2秒未満のRR延長は個別に記載しません。最長のRR間隔を総合所見に記載してください。',
    },
  },
};

const past: DemoNotice = {
  by: 'demoadmin',
  from: -40,
  to: -30,
  category: 'service',
  group_type: 'hospital',
  popup: false,
  title: 'Four files in one zip',
  content: 'An order sheet may now lie in the zip beside the recording. Its name is free.',
  texts: {},
};

const draft: DemoNotice = {
  by: 'demoadmin',
  from: 10,
  to: 40,
  category: 'service',
  group_type: 'hospital',
  popup: false,
  draft: true,
  title: 'New telephone number of the support',
  content: '',
  texts: {},
};

const dayMs = 86_400_000;

export async function addDemoNotices(db: Db, { callers }: DemoWorld, now: Date): Promise<void> {
  const at = (days: number): string => new Date(now.getTime() + days * dayMs).toISOString();
  for (const notice of [demonstration, yearEnd, maintenance, pauses, past, draft]) {
    const { by, from, to, draft: isDraft = false, ...written } = notice;
    const caller = callers.get(by);
    if (caller === undefined) throw new Error(`${by} is nobody in the demo`);
    const input = { ...written, from_time: at(from), to_time: at(to), draft: isDraft };
    await addNotice(db, caller, input, now);
  }
}
