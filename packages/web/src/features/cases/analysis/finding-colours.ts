/** Defines the colour of each kind of finding: the same token as on the strip and the trend. */
import { rhythmToken } from '../../../trace/paint/trace-colours.ts';
import type { MarkToken } from '../../../trace/signal/findings.ts';
import type { FindingKind } from './finding-rows.ts';

export const findingTokens = {
  ...rhythmToken,
  v_beat: 'ventricular',
  s_beat: 'supraventricular',
  f_beat: 'fusion',
  p_beat: 'paced',
  event: 'unclear',
} as const satisfies Record<FindingKind, MarkToken>;

export function findingColour(kind: FindingKind): string {
  const token = findingTokens[kind];
  return token === 'af' ? 'var(--rd-palette-ecg-af)' : `var(--rd-palette-beat-${token})`;
}
