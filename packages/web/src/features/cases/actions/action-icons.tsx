/** Draws the icon of each action, shown beside its name in menus. */
import {
  ArrowCounterClockwiseIcon,
  ArrowUUpLeftIcon,
  CheckCircleIcon,
  HandGrabbingIcon,
  type Icon,
  PaperPlaneTiltIcon,
  PencilSimpleIcon,
  PlayIcon,
  ProhibitIcon,
  SealCheckIcon,
  SignatureIcon,
  UserMinusIcon,
  UserPlusIcon,
  UserSwitchIcon,
  UsersThreeIcon,
  XCircleIcon,
} from '@phosphor-icons/react';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';

const icons: Record<CaseAction, Icon> = {
  request: PaperPlaneTiltIcon,
  'cancel-request': ArrowCounterClockwiseIcon,
  'assign-to-me': HandGrabbingIcon,
  assign: UserPlusIcon,
  unassign: UserMinusIcon,
  reject: ProhibitIcon,
  start: PlayIcon,
  'take-back': ArrowUUpLeftIcon,
  reassign: UserSwitchIcon,
  'change-team': UsersThreeIcon,
  'review-request': PaperPlaneTiltIcon,
  'request-verification': SignatureIcon,
  verify: SealCheckIcon,
  return: ArrowUUpLeftIcon,
  complete: CheckCircleIcon,
  'request-editing': PencilSimpleIcon,
  'cancel-editing': ArrowCounterClockwiseIcon,
  'complete-editing': CheckCircleIcon,
  close: XCircleIcon,
};

export function ActionIcon({ action, size = 16 }: { action: CaseAction; size?: number }) {
  const Drawn = icons[action];
  return <Drawn size={size} aria-hidden="true" />;
}
