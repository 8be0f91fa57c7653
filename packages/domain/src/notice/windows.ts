/**
 * Who sees a notice, and when. A notice is for hospitals, for tech centers or for all, from `from_time`
 * inclusive to `to_time` exclusive. Times are Unix milliseconds.
 */
import type { GroupType } from '../people/roles.ts';
import { refuse, accept } from '../kit/result.ts';
import type { Result } from '../kit/result.ts';

export const noticeCategories = ['service', 'system'] as const;

const noticeAudiences = ['hospital', 'tech_center', 'all'] as const;
export type NoticeAudience = (typeof noticeAudiences)[number];

/** The kinds of group that each audience means. */
const audienceGroups = {
  hospital: ['hospital'],
  tech_center: ['tech_center', 'team'],
  all: ['hospital', 'logistics', 'tech_center', 'team', 'distributer', 'admin'],
} as const satisfies Record<NoticeAudience, readonly GroupType[]>;

/** The audiences whose notices a member of such a group reads. */
export function audiencesFor(group_type: GroupType): readonly NoticeAudience[] {
  return noticeAudiences.filter((audience) => {
    const groups: readonly GroupType[] = audienceGroups[audience];
    return groups.includes(group_type);
  });
}

export interface NoticeWindow {
  readonly from_ms: number;
  readonly to_ms: number;
}

export function isOpen(window: NoticeWindow, nowMs: number): boolean {
  return window.from_ms <= nowMs && nowMs < window.to_ms;
}

export function isShownTo(
  notice: NoticeWindow & { readonly group_type: NoticeAudience },
  reader: { readonly group_type: GroupType },
  nowMs: number,
): boolean {
  return isOpen(notice, nowMs) && audiencesFor(reader.group_type).includes(notice.group_type);
}

/** A window must end after it begins. */
export function judgeWindow(window: NoticeWindow): Result<NoticeWindow> {
  if (window.from_ms < window.to_ms) return accept(window);
  return refuse('notice/window', { to_time: 'refusal.notice.window' });
}
