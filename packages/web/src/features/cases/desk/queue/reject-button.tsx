/**
 * Shows the button that rejects the open finding. If a rejected run would leave beats with its class behind, a menu asks
 * what becomes of them.
 */
import Button from '@mui/material/Button';
import { XIcon } from '@phosphor-icons/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../../../platform/use-stored.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { judgeKeys } from '../../analysis/judge-keys.ts';
import { leftBeats, rejectRunEdits } from '../session/finding-edits.ts';
import type { Desk } from '../session/use-desk.ts';
import { BeatsMenu } from './beats-menu.tsx';
import { reject } from './queue-actions.ts';
import { rejectMenuOf } from './reject-menu-state.ts';

export function RejectButton({ desk }: { readonly desk: Desk }) {
  const { t } = useTranslation('reading');
  const { t: ofDesk } = useTranslation('desk');
  const anchor = useRef<HTMLButtonElement>(null);
  const menu = rejectMenuOf(desk);
  const isOpen = useStored(menu);
  const { current, shown } = desk;
  if (current === null) return null;
  const left = isOpen && shown !== null ? leftBeats([current], shown.beats) : null;
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
      {left === null ? null : (
        <BeatsMenu
          runs={1}
          {...{ left, anchor }}
          onChoose={(fate) => desk.write(rejectRunEdits([current], left, fate), true)}
          onClose={() => menu.set(false)}
        />
      )}
    </>
  );
}
