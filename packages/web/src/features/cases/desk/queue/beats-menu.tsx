/**
 * Shows the menu that asks what becomes of the beats of rejected runs. Each choice has a key; findings and beats change
 * in one step.
 */
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import ListSubheader from '@mui/material/ListSubheader';
import type { KeyboardEvent, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { isPress } from '../../../../ui/keys/widget-keys.ts';
import type { BeatFate, LeftBeats } from '../session/finding-edits.ts';

/** The choices with the key of each. The first one has the focus, so the menu handles its key. */
const choicesOf = ({ label }: LeftBeats): readonly (readonly [fate: BeatFate, key: string])[] => [
  ['kept', '⏎'],
  ['N', 'N'],
  label === 'V' ? ['S', 'S'] : ['V', 'V'],
  ['Q', 'Q'],
  ['removed', 'Del'],
];

type BeatsMenuProps = {
  /** Number of the rejected runs. */
  readonly runs: number;
  readonly left: LeftBeats;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onChoose: (fate: BeatFate) => void;
  readonly onClose: () => void;
};

export function BeatsMenu({ runs, left, anchor, onChoose, onClose }: BeatsMenuProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const choices = choicesOf(left);
  const count = left.samples.length;
  const beats = { count, value: format.number(count), label: left.label };
  const title =
    runs === 1
      ? t('reject.beats', beats)
      : t('reject.beats-of-runs', { ...beats, runs: format.number(runs) });
  const choose = (fate: BeatFate): void => {
    onClose();
    onChoose(fate);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = choices.slice(1).find(([, key]) => isPress(event, key));
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
      {choices.map(([fate, key]) => (
        <MenuItem
          key={fate}
          autoFocus={fate === 'kept'}
          sx={{ justifyContent: 'space-between', gap: 3 }}
          onClick={() => choose(fate)}
        >
          {wordOf(fate)}
          <KeyCap name={key} quiet />
        </MenuItem>
      ))}
    </Menu>
  );
}
