/** How many findings of each kind there are; a press goes to the next of that kind. */
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { Finding } from '../signal/reading.ts';
import { rhythmColour } from '../paint/trace-colours.ts';
import type { TraceColours } from '../paint/trace-colours.ts';

/** The bar has room for these; the findings list beside the recording has all. */
const shownKinds = 4;

/** What must be seen first; other kinds follow in the order in which they occur. */
const firstKinds: readonly Finding['kind'][] = [
  'vf',
  'vfl',
  'asystole',
  'vt',
  'avb3',
  'af',
  'afl',
  'pause',
  'avb2',
  'svt',
  'brady',
  'tachy',
];

function countKinds(findings: readonly Finding[]): [Finding['kind'], number][] {
  const counts = new Map<Finding['kind'], number>();
  for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const rank = ([kind]: [Finding['kind'], number]): number => {
    const place = firstKinds.indexOf(kind);
    return place === -1 ? firstKinds.length : place;
  };
  return [...counts].sort((a, b) => rank(a) - rank(b));
}

export function FindingChips(props: {
  findings: readonly Finding[];
  onKind: (kind: Finding['kind']) => void;
  colours: TraceColours;
}) {
  const { t } = useTranslation('trace');
  return countKinds(props.findings)
    .slice(0, shownKinds)
    .map(([kind, count]) => (
      <Button
        key={kind}
        size="small"
        sx={{ height: 22, px: '7px', gap: '6px' }}
        onClick={() => props.onKind(kind)}
      >
        <svg width="8" height="8" aria-hidden="true">
          <rect width="8" height="8" rx="2" fill={rhythmColour(props.colours, kind)} />
        </svg>
        {t('finding.chip', { kind: t(`rhythm.${kind}`), count })}
      </Button>
    ));
}
