/**
 * Lists every rhythm and pattern by name. The choice marks the section of the selected beats as an episode, or gives
 * the selected episode another rhythm. A letter jumps to the names that begin with it.
 */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { episodeNameLength } from '@rhythmdesk/contract/reading';
import { isRhythmKey, type RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogs } from '../../../../ui/dialogs/dialogs.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { findingColour } from '../../analysis/finding-colours.ts';
import { type FindingKind, findingOrder } from '../../analysis/finding-rows.ts';
import { useFindingName } from '../../analysis/use-finding-name.ts';
import type { Desk } from '../session/use-desk.ts';
import { queueKeys } from './queue-keys.ts';
import { namedByRhythm, nameRhythm, rhythmMenuOf } from './rhythm-naming.ts';

const isNameable = (kind: FindingKind): kind is RhythmKey => isRhythmKey(kind) && kind !== 'no_signal';
export const menuRhythms: readonly RhythmKey[] = findingOrder.filter(isNameable);

const Dot = styled('i')({ flex: 'none', width: 9, height: 9, marginRight: 10, borderRadius: 2 });

const nothingToHear = (): void => undefined;

/** Follows the selection on the strip. */
function useNamed(desk: Desk): ReturnType<typeof namedByRhythm> {
  const { view } = desk;
  return useSyncExternalStore(
    (listener) => view?.onSelected(listener) ?? nothingToHear,
    () => namedByRhythm(desk),
  );
}

/** Asks for a name if the rhythm is of no listed kind; an earlier name can be edited. */
function useNaming(desk: Desk, earlier: string | undefined): (rhythm: RhythmKey) => Promise<void> {
  const { t } = useTranslation('desk');
  const { prompt } = useDialogs();
  return async (rhythm) => {
    if (rhythm !== 'other') return nameRhythm(desk, rhythm);
    const name = await prompt({
      title: t('rhythm.other'),
      label: t('rhythm.other.name'),
      defaultValue: earlier ?? '',
      required: true,
      maxLength: episodeNameLength,
      confirmText: t('rhythm.other.ok'),
    });
    if (name !== null) nameRhythm(desk, rhythm, name.trim());
  };
}

export function RhythmMenu({ desk }: { desk: Desk }) {
  const { t } = useTranslation('desk');
  const nameOf = useFindingName();
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const menu = rhythmMenuOf(desk);
  const isOpen = useStored(menu);
  const named = useNamed(desk);
  const read = named === 'episode' && desk.current?.of === 'episode' ? desk.current.finding : null;
  const name = useNaming(desk, read?.name);
  if (named === null) return null;
  const close = (): void => menu.set(false);
  const choose = (rhythm: RhythmKey): void => {
    close();
    void name(rhythm);
  };
  return (
    <>
      <Button
        ref={setAnchor}
        size="small"
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => menu.set(true)}
      >
        {t(named === 'stretch' ? 'rhythm.mark' : 'rhythm.change')}
        <KeyCap name={queueKeys.rhythms.keys[0]} command="rhythms" />
      </Button>
      <Menu
        open={isOpen && anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={{ list: { 'aria-label': t('rhythm.menu'), dense: true } }}
      >
        {menuRhythms.map((rhythm) => (
          <MenuItem key={rhythm} selected={rhythm === read?.kind} onClick={() => choose(rhythm)}>
            <Dot aria-hidden="true" style={{ backgroundColor: findingColour(rhythm) }} />
            {nameOf(rhythm)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
