/**
 * Decides who sees a notice, and when. A notice is for hospitals, for tech centers or for all, from `from_time`
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

/** The kinds of group in each audience. */
export const audienceGroups = {
  hospital: ['hospital'],
  tech_center: ['tech_center', 'team'],
  all: ['hospital', 'logistics', 'tech_center', 'team', 'distributer', 'admin'],
} as const satisfies Record<NoticeAudience, readonly GroupType[]>;

/** Returns the audiences whose notices a member of such a group reads. */
export function audiencesFor(group_type: GroupType): readonly NoticeAudience[] {
  return noticeAudiences.filter((audience) => {
    const groups: readonly GroupType[] = audienceGroups[audience];
    return groups.includes(group_type);
  });
}

type Writer = Pick<Actor, 'role_key' | 'group_type'>;

/**
 * Returns the audiences that a caller may write to. A center may write only to its own side; a caller without
 * permission gets none.
 */
export function writableAudiences(writer: Writer): readonly NoticeAudience[] {
  const grant = can(writer, 'notice.write');
  if (grant === 'never') return [];
  return grant.scopes.includes('side') ? ['tech_center'] : noticeAudiences;
}

/**
 * How far a notice reaches: everybody of its audience, the writer's own center, or the groups that the writer's group
 * serves. A center writes to its own staff, a distributer to its network.
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

/** Returns the state of a notice. Nobody sees a draft, whatever its window is. */
export function noticeStateOf(
  notice: NoticeWindow & { readonly draft: boolean },
  nowMs: number,
): NoticeState {
  if (notice.draft) return 'draft';
  if (nowMs < notice.from_ms) return 'planned';
  return nowMs < notice.to_ms ? 'shown' : 'ended';
}

/** Checks that a window ends after it begins. */
export function judgeWindow(window: NoticeWindow): Result<NoticeWindow> {
  if (window.from_ms < window.to_ms) return accept(window);
  return refuse('notice/window', { to_time: 'refusal.notice.window' });
}
