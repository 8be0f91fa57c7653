/** Returns the table of retention with the times of this installation. */
import type { privacyRoutes } from '@rhythmdesk/contract/privacy';
import type { OutputOf } from '@rhythmdesk/contract/route';
import {
  retention,
  retentionKinds,
  type RetentionKind,
  type RetentionRow,
  type RetentionSetting,
} from '@rhythmdesk/domain/privacy/retention';

type Rows = OutputOf<typeof privacyRoutes.retention>['items'];

/** The values of the settings that decide. */
export type RetentionValues = Readonly<Record<RetentionSetting, number>>;

function rowOf(kind: RetentionKind, values: Readonly<Record<string, number>>): Rows[number] {
  const { concerns, ends }: RetentionRow = retention[kind];
  const none = { amount: null, unit: null, setting: null };
  if (ends.by === 'fixed') return { ...none, kind, concerns, ends: 'after', amount: ends.days, unit: 'days' };
  if (ends.by !== 'setting') return { ...none, kind, concerns, ends: ends.by };
  const { setting, unit } = ends;
  const amount = values[setting] ?? 0;
  if (amount === 0 && ends.zero_is_never === true)
    return { ...none, kind, concerns, ends: 'erasure', setting };
  return { kind, concerns, ends: 'after', amount, unit, setting };
}

export const retentionRows = (values: RetentionValues): Rows =>
  retentionKinds.map((kind) => rowOf(kind, values));
