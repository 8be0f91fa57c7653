/** Shows the type of an institution as a quiet icon before its name. */
import type { GroupType } from '@rhythmdesk/domain/people/roles';
import {
  BuildingsIcon,
  HospitalIcon,
  type Icon,
  PackageIcon,
  ShieldCheckIcon,
  StorefrontIcon,
  UsersIcon,
} from '@phosphor-icons/react';

const icons: Readonly<Record<GroupType, Icon>> = {
  hospital: HospitalIcon,
  tech_center: BuildingsIcon,
  team: UsersIcon,
  logistics: PackageIcon,
  distributer: StorefrontIcon,
  admin: ShieldCheckIcon,
};

export function TypeIcon({ type, size = 16 }: { type: GroupType; size?: number }) {
  const TheIcon = icons[type];
  return <TheIcon size={size} aria-hidden="true" style={{ flex: 'none' }} />;
}
