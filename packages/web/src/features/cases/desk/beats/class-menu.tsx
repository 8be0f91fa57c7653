/**
 * Shows the button that sets the class of the selected beats, or of all beats of the open template, without a keyboard.
 * Its menu shows the key of each class.
 */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import type { DeskSubject } from '../keys/desk-tool.ts';
import { subjectOf } from '../keys/subject.ts';
import { takenBeats } from '../session/beat-edits.ts';
import type { Desk } from '../session/use-desk.ts';
import { labelBeats, removeBeats } from './beat-actions.ts';
import { beatKeys, nameCommands, namedClasses } from './beat-keys.ts';

const nothingToFollow = (): void => undefined;

/** Returns what a class is set for: selected beats, or the open template. Follows the selection on the strip. */
function useNamed(desk: Desk): Extract<DeskSubject, 'beats' | 'template'> | null {
  const { view } = desk;
  return useSyncExternalStore(
    (listener) => view?.onSelected(listener) ?? nothingToFollow,
    () => {
      const subject = subjectOf(desk);
      if (subject === 'beats') return takenBeats(desk).length > 0 ? subject : null;
      return subject === 'template' ? subject : null;
    },
  );
}

export function ClassMenu({ desk }: { readonly desk: Desk }) {
  const { t } = useTranslation('commands');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const named = useNamed(desk);
  if (named === null || !desk.writes) return null;
  const close = (): void => setAnchor(null);
  const choose = (run: () => void) => (): void => {
    close();
    run();
  };
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('line.beats')}…
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={{ list: { 'aria-label': t('line.beats'), dense: true } }}
      >
        {namedClasses.map((label) => (
          <MenuItem
            key={label}
            sx={{ justifyContent: 'space-between', gap: 3 }}
            onClick={choose(() => labelBeats(desk, label))}
          >
            {t(`word.${nameCommands[label]}`)}
            <KeyCap name={beatKeys[nameCommands[label]].keys[0]} command={nameCommands[label]} quiet />
          </MenuItem>
        ))}
        {named === 'beats' ? (
          <MenuItem
            sx={{ justifyContent: 'space-between', gap: 3 }}
            onClick={choose(() => removeBeats(desk))}
          >
            {t('word.remove')}
            <KeyCap name={beatKeys.remove.keys[0]} command="remove" quiet />
          </MenuItem>
        ) : null}
      </Menu>
    </>
  );
}
