/** Shows the menu of one case: an item to open it, and the actions that the case's `actions` lists for this caller. */
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { ArrowSquareOutIcon, PencilSimpleLineIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { useCaseName } from '../model/case-name.ts';
import { isDestructive } from './action-draft.ts';
import { ActionIcon } from './action-icons.tsx';
import { actionCommand, actionKey } from './action-keys.ts';

export type ActionMenuProps = {
  row: CaseRow;
  anchor: HTMLElement;
  onClose: () => void;
  onAction: (action: CaseAction) => void;
  /** Absent if the case is already open. */
  onOpen?: (() => void) | undefined;
  /** Absent if this caller cannot change the patient's fields. */
  onEdit?: (() => void) | undefined;
  /** Shows each action's key, where the keys work. */
  withKeys?: boolean;
};

const KeyPlace = styled('span')({ marginLeft: 'auto', paddingLeft: 16 });

function ActionItem({
  action,
  withKeys,
  onClick,
}: {
  action: CaseAction;
  withKeys: boolean;
  onClick: () => void;
}) {
  const { t } = useTranslation('actions');
  const key = withKeys ? actionKey(action) : undefined;
  return (
    <MenuItem onClick={onClick} sx={isDestructive(action) ? { color: 'error.main' } : {}}>
      <ActionIcon action={action} />
      {t(`name.${action}`)}
      {key === undefined ? null : (
        <KeyPlace>
          <KeyCap name={key} command={actionCommand(action)} />
        </KeyPlace>
      )}
    </MenuItem>
  );
}

export function ActionMenu(props: ActionMenuProps) {
  const { row, anchor, onClose, onAction, onOpen, onEdit, withKeys = false } = props;
  const { t } = useTranslation('actions');
  const caseName = useCaseName();
  const choose = (then: () => void) => () => {
    onClose();
    then();
  };
  const hasHead = onOpen !== undefined || onEdit !== undefined;
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': t('menu', { name: caseName(row) }), sx: { minWidth: 200 } } }}
    >
      {onOpen ? (
        <MenuItem onClick={choose(onOpen)}>
          <ArrowSquareOutIcon size={16} aria-hidden="true" />
          {t('open')}
        </MenuItem>
      ) : null}
      {onEdit ? (
        <MenuItem onClick={choose(onEdit)}>
          <PencilSimpleLineIcon size={16} aria-hidden="true" />
          {t('edit')}
        </MenuItem>
      ) : null}
      {hasHead && row.actions.length > 0 ? <Divider sx={{ margin: '4px 0 !important' }} /> : null}
      {row.actions.map((action) => (
        <ActionItem
          key={action}
          action={action}
          withKeys={withKeys}
          onClick={choose(() => onAction(action))}
        />
      ))}
      {!hasHead && row.actions.length === 0 ? <MenuItem disabled>{t('none')}</MenuItem> : null}
    </Menu>
  );
}
