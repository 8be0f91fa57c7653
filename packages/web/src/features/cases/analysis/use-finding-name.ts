/** The words for a kind of finding; rhythms are named as on the strip. */
import { useTranslation } from 'react-i18next';
import type { FindingKind } from './finding-rows.ts';

export function useFindingName(): (kind: FindingKind) => string {
  const { t } = useTranslation('analysis');
  const { t: trace } = useTranslation('trace');
  return (kind) => {
    switch (kind) {
      case 'v_beat':
      case 's_beat':
      case 'f_beat':
      case 'p_beat':
      case 'event':
        return t(`finding.${kind}`);
      default:
        return trace(`rhythm.${kind}`);
    }
  };
}
