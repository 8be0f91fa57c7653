/**
 * Who sees a notice, and when. A notice is for hospitals, for tech centers or for all, from `from_time`
 * inclusive to `to_time` exclusive. Times are Unix milliseconds.
 */
import { can } from '../people/can.ts';
import type { GroupType } from '../people/roles.ts';
import type { Actor } from '../people/scope.ts';
import { refuse, accept } from '../kit/result.ts';
import type { Result } from '../kit/result.ts';

export const noticeCategories = ['service', 'system'] as const;

export const noticeAudiences = ['hospital', 'tech_center', 'all'] as const;
export type NoticeAudience = (typeof noticeAudiences)[number];

/** The kinds of group that each audience means. */
export const audienceGroups = {
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

type Writer = Pick<Actor, 'role_key' | 'group_type'>;

/** Whom a caller may write to: a center to its own side alone; none where notices are not theirs to write. */
export function writableAudiences(writer: Writer): readonly NoticeAudience[] {
  const grant = can(writer, 'notice.write');
  if (grant === 'never') return [];
  return grant.scopes.includes('side') ? ['tech_center'] : noticeAudiences;
}

/**
 * How far a notice goes: to everybody of its audience, to the writer's own center, or to the groups that the writer's
 * group serves. A center speaks to its own people, a distributer to its network.
 */
export type NoticeReach = 'everybody' | 'center' | 'network';

export function reachOf(writer: Writer): NoticeReach {
  const grant = can(writer, 'notice.write');
  if (grant === 'never' || grant.scopes.includes('all')) return 'everybody';
  return grant.scopes.includes('network') ? 'network' : 'center';
}

export interface NoticeWindow {
  readonly from_ms: number;
  readonly to_ms: number;
}

export const noticeStates = ['draft', 'planned', 'shown', 'ended'] as const;
export type NoticeState = (typeof noticeStates)[number];

/** A draft is seen by nobody, whatever its window says. */
export function noticeStateOf(
  notice: NoticeWindow & { readonly draft: boolean },
  nowMs: number,
): NoticeState {
  if (notice.draft) return 'draft';
  if (nowMs < notice.from_ms) return 'planned';
  return nowMs < notice.to_ms ? 'shown' : 'ended';
}

/** A window must end after it begins. */
export function judgeWindow(window: NoticeWindow): Result<NoticeWindow> {
  if (window.from_ms < window.to_ms) return accept(window);
  return refuse('notice/window', { to_time: 'refusal.notice.window' });
}
