/** Shows one case on the board: it can be dragged to a person, moved by a key, and has a menu of actions. */
import { styled } from '@mui/material/styles';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { DotsThreeIcon } from '@phosphor-icons/react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { TrendSparkline } from '../../../trace/panels/trend-sparkline.tsx';
import { CaseStatusChip } from '../../../ui/badges/case-status-chip.tsx';
import { NameText } from '../../../ui/badges/name-text.tsx';
import { UrgentTag } from '../../../ui/badges/priority-tag.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CaseTimeLeft } from '../badges/case-badges.tsx';
import { useCaseName } from '../model/case-name.ts';
import { casePath } from '../model/list-trail.ts';
import { stepMark } from './use-focus-steps.ts';

const Tile = styled('li', { shouldForwardProp: (prop) => prop !== 'dragged' })<{ dragged: boolean }>(
  ({ theme, dragged }) => ({
    position: 'relative',
    padding: '8px 10px',
    marginBottom: 6,
    borderRadius: 8,
    border: `1px ${dragged ? 'dashed' : 'solid'} ${theme.vars.palette.line.main}`,
    backgroundColor: dragged ? 'transparent' : theme.vars.palette.card,
    '& > *': { visibility: dragged ? 'hidden' : 'visible' },
    '&[draggable="true"]': { cursor: 'grab' },
    '&:hover': { borderColor: theme.vars.palette.line.strong },
  }),
);
const Line = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  minHeight: 22,
  '& > *': { minWidth: 0 },
});
const Start = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 6 });
const Id = styled(Link)(({ theme }) => ({
  ...theme.typography.mono,
  color: theme.vars.palette.text.primary,
  textDecoration: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 8 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${theme.vars.palette.focus}`, outlineOffset: 1 },
}));
const Clip = styled('span')(({ theme }) => ({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: textSize.small,
  '& > span + span': { marginLeft: 6, color: theme.vars.palette.text.secondary },
}));

/** Returns the action with which this caller can assign the case, or null. */
export function movingAction({ actions }: Pick<CaseRow, 'actions'>): 'assign' | 'reassign' | null {
  if (actions.includes('assign')) return 'assign';
  return actions.includes('reassign') ? 'reassign' : null;
}

/** Attribute of a tile's element, so that a key can find the focused case. */
export const tileId = 'data-case-id';

export type TileProps = {
  row: CaseRow;
  dragged: boolean;
  onDrag: (row: CaseRow | null) => void;
  onMenu: (row: CaseRow, anchor: HTMLElement) => void;
};

/** Shows the patient, the hospital, and the menu. */
function WhoseLine({ row, onMenu }: Pick<TileProps, 'row' | 'onMenu'>) {
  const { t } = useTranslation('actions');
  const caseName = useCaseName();
  return (
    <Line>
      <Clip>
        <span>
          <NameText row={row} />
        </span>
        <span lang={nameLanguage(row.hospital.name)}>{row.hospital.name}</span>
      </Clip>
      {row.actions.length === 0 ? null : (
        <IconButton
          name={t('menu', { name: caseName(row) })}
          aria-haspopup="menu"
          size="small"
          onClick={(event) => onMenu(row, event.currentTarget)}
          sx={{ position: 'relative', zIndex: 1, marginRight: '-6px' }}
        >
          <DotsThreeIcon size={18} weight="bold" aria-hidden="true" />
        </IconButton>
      )}
    </Line>
  );
}

export function BoardTile({ row, dragged, onDrag, onMenu }: TileProps) {
  const { t } = useTranslation('words');
  return (
    <Tile
      dragged={dragged}
      draggable={movingAction(row) !== null}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', row.hn_id);
        onDrag(row);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <Line>
        <Start>
          <Id
            to={casePath(row.case_id)}
            draggable={false}
            {...stepMark}
            {...{ [tileId]: String(row.case_id) }}
          >
            {row.hn_id}
          </Id>
          {row.priority === 'urgent' ? <UrgentTag label={t('priority.urgent')} /> : null}
        </Start>
        <CaseTimeLeft row={row} brief />
      </Line>
      <WhoseLine row={row} onMenu={onMenu} />
      <Line>
        <CaseStatusChip row={row} />
        {row.sparkline === null ? null : <TrendSparkline bytes={row.sparkline} />}
      </Line>
    </Tile>
  );
}
