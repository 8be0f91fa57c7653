/** Shows the buttons for the previous and next finding of the selected kind, and the menu that selects another kind. */
import { CaretLeftIcon, CaretRightIcon } from '@phosphor-icons/react';
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { recordingKeys } from './recording-keys.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { MenuButton } from './bar-parts.tsx';
import { radioItems } from './menu-items.tsx';
import type { ActiveFinding, FindingGroup } from '../signal/findings.ts';
import { markColour } from '../paint/trace-colours.ts';
import type { TraceColours } from '../paint/trace-colours.ts';

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  minWidth: 0,
  fontSize: textSize.body,
  whiteSpace: 'nowrap',
  '& small': { fontSize: textSize.body, color: theme.vars.palette.text.secondary },
}));

type StepsProps = {
  readonly groups: readonly FindingGroup[];
  readonly active: ActiveFinding;
  readonly colours: TraceColours;
  readonly onStep: (by: -1 | 1) => void;
  readonly onKind: (kind: string) => void;
};

export function FindingSteps({ groups, active, colours, onStep, onKind }: StepsProps) {
  const { t } = useTranslation('trace');
  const format = useFormat();
  const group = groups.find(({ kind }) => kind === active.kind);
  if (group === undefined) return null;
  const items = groups.map(({ kind, name, count }) => ({
    key: kind,
    label: t('finding.chip', { kind: name, total: format.number(count) }),
    chosen: kind === active.kind,
  }));
  const index = active.index < 0 ? '–' : format.number(active.index + 1);
  const count = format.number(group.places.starts.length);
  const mark = (
    <svg width="9" height="9" aria-hidden="true">
      <rect width="9" height="9" rx="2" fill={markColour(colours, group.token)} />
    </svg>
  );
  return (
    <Row>
      <IconButton
        name={t('finding.previous')}
        keyName={recordingKeys['step-before'].keys[0]}
        command="step-before"
        size="small"
        onClick={() => onStep(-1)}
      >
        <CaretLeftIcon size={16} weight="bold" />
      </IconButton>
      <MenuButton icon={mark} name={t('finding.kind')} label={group.name} caret shrinks>
        {(close) =>
          radioItems(items, (kind) => {
            close();
            onKind(kind);
          })
        }
      </MenuButton>
      <small aria-live="polite">{t('finding.position', { index, total: count })}</small>
      <IconButton
        name={t('finding.next')}
        keyName={recordingKeys['step-after'].keys[0]}
        command="step-after"
        size="small"
        onClick={() => onStep(1)}
      >
        <CaretRightIcon size={16} weight="bold" />
      </IconButton>
    </Row>
  );
}
