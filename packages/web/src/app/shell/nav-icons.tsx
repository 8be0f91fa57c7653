/** Draws the icon of each menu entry, filled if it is the current page. */
import {
  ArrowsLeftRightIcon,
  BuildingsIcon,
  CalendarCheckIcon,
  ChartBarIcon,
  CoinsIcon,
  EyeglassesIcon,
  FirstAidKitIcon,
  FingerprintIcon,
  GaugeIcon,
  GearIcon,
  type Icon,
  KanbanIcon,
  ListChecksIcon,
  MegaphoneIcon,
  ReceiptIcon,
  ShieldCheckIcon,
  SirenIcon,
  UsersIcon,
} from '@phosphor-icons/react';
import type { NavName } from './nav-entries.ts';

const icons: Record<NavName, Icon> = {
  patches: FirstAidKitIcon,
  critical: SirenIcon,
  day: CalendarCheckIcon,
  board: KanbanIcon,
  second: EyeglassesIcon,
  users: UsersIcon,
  institutions: BuildingsIcon,
  statistics: ChartBarIcon,
  invoice: ReceiptIcon,
  billing: CoinsIcon,
  notices: MegaphoneIcon,
  messages: ArrowsLeftRightIcon,
  ledger: ListChecksIcon,
  operations: GaugeIcon,
  jobs: GearIcon,
  audit: ShieldCheckIcon,
  privacy: FingerprintIcon,
};

export function NavIcon({ name, active }: { name: NavName; active: boolean }) {
  const Drawn = icons[name];
  return <Drawn size={20} weight={active ? 'fill' : 'regular'} aria-hidden="true" />;
}
