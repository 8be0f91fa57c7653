/** Returns the name of a kind of finding; rhythms are named as on the strip. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { BeatKind, FindingKind } from './finding-rows.ts';

const ownKeys = {
  v_beat: 'finding.v_beat',
  s_beat: 'finding.s_beat',
  f_beat: 'finding.f_beat',
  p_beat: 'finding.p_beat',
  event: 'finding.event',
} as const satisfies Record<BeatKind | 'event', string>;

const hasOwnName = (kind: FindingKind): kind is keyof typeof ownKeys => Object.hasOwn(ownKeys, kind);

export function useFindingName(): (kind: FindingKind) => string {
  const { t } = useTranslation('analysis');
  const { t: trace } = useTranslation('trace');
  return useCallback(
    (kind: FindingKind) => (hasOwnName(kind) ? t(ownKeys[kind]) : trace(`rhythm.${kind}`)),
    [t, trace],
  );
}
