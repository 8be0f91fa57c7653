/**
 * Shows chips with the number of findings of each kind. A click selects that kind, another click goes to its next
 * finding.
 */
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import type { FindingGroup } from '../signal/findings.ts';
import { markColour } from '../paint/trace-colours.ts';
import type { TraceColours } from '../paint/trace-colours.ts';

/**
 * Returns as many kinds as there is space for, the selected kind among them wherever it is in the order. The menu of
 * the steps and the list beside the recording contain all.
 */
function chipsOf(groups: readonly FindingGroup[], kind: string | null, most: number): FindingGroup[] {
  const first = groups.slice(0, most);
  const read = groups.find((group) => group.kind === kind);
  return read === undefined || first.includes(read) ? first : [...first.slice(0, -1), read];
}

export function FindingChips(props: {
  groups: readonly FindingGroup[];
  kind: string | null;
  onKind: (kind: string) => void;
  colours: TraceColours;
  most: number;
}) {
  const { t } = useTranslation('trace');
  const format = useFormat();
  return chipsOf(props.groups, props.kind, props.most).map(({ kind, name, count, token }) => (
    <Button
      key={kind}
      size="small"
      aria-pressed={kind === props.kind}
      sx={(theme) => ({
        height: 24,
        px: '7px',
        gap: '6px',
        flex: 'none',
        ...(kind === props.kind && {
          color: theme.vars.palette.primary.main,
          backgroundColor: theme.vars.palette.primary.tint,
        }),
      })}
      onClick={() => props.onKind(kind)}
    >
      <svg width="8" height="8" aria-hidden="true">
        <rect width="8" height="8" rx="2" fill={markColour(props.colours, token)} />
      </svg>
      {t('finding.chip', { kind: name, total: format.number(count) })}
    </Button>
  ));
}
