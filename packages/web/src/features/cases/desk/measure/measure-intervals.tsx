/** Opens the measuring of intervals by key or button; not shown if there is no reading to measure on. */
import { PulseIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { useDeskCommands } from '../keys/use-desk-commands.ts';
import { measureKeys } from './measure-keys.ts';
import { MeasureDialog, type MeasuringDesk } from './measure-dialog.tsx';

export function MeasureIntervals({ desk }: { readonly desk: MeasuringDesk }) {
  const { t } = useTranslation('measuring');
  const [isOpen, setOpen] = useState(false);
  const { shown, view } = desk;
  const isReady = shown !== null && view !== null;
  const open = (): void => setOpen(true);
  useDeskCommands(measureKeys, { intervals: isReady ? { once: true, run: open } : undefined }, 'desk');
  if (!isReady) return null;
  return (
    <>
      <IconButton
        name={t('open')}
        keyName={measureKeys.intervals.keys[0]}
        command="intervals"
        size="small"
        onClick={open}
      >
        <PulseIcon size={16} />
      </IconButton>
      {isOpen ? <MeasureDialog {...{ desk, shown, view }} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
