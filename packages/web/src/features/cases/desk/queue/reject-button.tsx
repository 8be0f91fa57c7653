/**
 * Shows the button that rejects the open finding. If a rejected run would leave beats with its class behind, a menu asks
 * what becomes of them: each choice has a key, and finding and beats change in one step.
 */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import ListSubheader from '@mui/material/ListSubheader';
import { XIcon } from '@phosphor-icons/react';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { judgeKeys } from '../../analysis/judge-keys.ts';
import { type BeatFate, type LeftBeats, leftBeats, rejectRunEdits } from '../session/finding-edits.ts';
import type { Desk } from '../session/use-desk.ts';
import { reject } from './queue-actions.ts';
import { rejectMenuOf } from './reject-menu-state.ts';

/** The choices with the key of each, as a keyboard event names it. The first one has the focus. */
const choicesOf = ({
  label,
}: LeftBeats): readonly (readonly [fate: BeatFate, key: string, cap: string])[] => [
  ['kept', 'Enter', '⏎'],
  ['N', 'n', 'N'],
  label === 'V' ? ['S', 's', 'S'] : ['V', 'v', 'V'],
  ['Q', 'q', 'Q'],
  ['removed', 'Delete', 'Del'],
];

type BeatsMenuProps = {
  readonly desk: Desk;
  readonly left: LeftBeats;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
};

function BeatsMenu({ desk, left, anchor, onClose }: BeatsMenuProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const { current } = desk;
  const choices = choicesOf(left);
  const count = left.samples.length;
  const title = t('reject.beats', { count, value: format.number(count), label: left.label });
  const choose = (fate: BeatFate): void => {
    onClose();
    if (current !== null) desk.write(rejectRunEdits(current, left, fate), true);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = choices.find(([, key]) => key === event.key && key !== 'Enter');
    if (chosen === undefined || event.repeat) return;
    event.preventDefault();
    event.stopPropagation();
    choose(chosen[0]);
  };
  const wordOf = (fate: BeatFate): string => {
    if (fate === 'kept') return t('reject.keep', { label: left.label });
    return fate === 'removed' ? t('reject.remove') : t('reject.change', { label: fate });
  };
  return (
    <Menu
      open
      anchorEl={() => anchor.current}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': title, dense: true, onKeyDownCapture: onKeyDown } }}
    >
      <ListSubheader component="li" aria-hidden="true" sx={{ lineHeight: '32px' }}>
        {title}
      </ListSubheader>
      {choices.map(([fate, , cap]) => (
        <MenuItem
          key={fate}
          autoFocus={fate === 'kept'}
          sx={{ justifyContent: 'space-between', gap: 3 }}
          onClick={() => choose(fate)}
        >
          {wordOf(fate)}
          <KeyCap name={cap} quiet />
        </MenuItem>
      ))}
    </Menu>
  );
}

export function RejectButton({ desk }: { readonly desk: Desk }) {
  const { t } = useTranslation('reading');
  const { t: ofDesk } = useTranslation('desk');
  const anchor = useRef<HTMLButtonElement>(null);
  const menu = rejectMenuOf(desk);
  const isOpen = useStored(menu);
  const { current, shown } = desk;
  if (current === null) return null;
  const left = isOpen && shown !== null ? leftBeats(current, shown.beats) : null;
  const isRejected = current.state === 'rejected';
  return (
    <>
      <Button
        ref={anchor}
        size="small"
        variant="outlined"
        aria-pressed={isRejected}
        startIcon={<XIcon size={15} />}
        onClick={() => reject(desk)}
      >
        {isRejected ? ofDesk('rejected') : t('reject')}
        <KeyCap name={judgeKeys.reject.keys[0]} command="reject" />
      </Button>
      {left === null ? null : <BeatsMenu {...{ desk, left, anchor }} onClose={() => menu.set(false)} />}
    </>
  );
}
