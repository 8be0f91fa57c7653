/** Shows who holds the edit lock of the reading, and what is not saved. Empty if nobody is editing. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import {
  ArrowUUpLeftIcon,
  ArrowUUpRightIcon,
  PencilSimpleIcon,
  WarningCircleIcon,
} from '@phosphor-icons/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Spoken } from '../../../ui/spoken.tsx';
import { mayWrite, useReadingOfPage, useReadingState } from './reading-context.tsx';
import type { ReadingSession } from './reading-session.ts';
import type { ReadingState } from './reading-state.ts';
import { undoKeys } from './undo-keys.ts';
import { useUndo } from './use-undo.ts';

const Line = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.secondary,
  '&.waits': { color: theme.vars.palette.warning.main },
  '&.failed': { color: theme.vars.palette.error.main, fontWeight: 600, whiteSpace: 'normal' },
}));

function Unsent({ state }: { state: ReadingState }) {
  const { t } = useTranslation('reading');
  const { sending, unsent, request_id } = state;
  if (sending === 'refused') {
    return (
      <Line role="alert" className="failed">
        <WarningCircleIcon size={15} weight="fill" aria-hidden="true" />
        {t('state.refused', { request_id: request_id ?? '–' })}
      </Line>
    );
  }
  if (unsent === 0 || (sending !== 'waiting' && sending !== 'no-edit-lock')) return null;
  return (
    <Line role="status" className="waits">
      <WarningCircleIcon size={15} aria-hidden="true" />
      {t(`state.${sending}`, { count: unsent })}
    </Line>
  );
}

type EditLockProps = {
  readonly session: ReadingSession;
  readonly lock: NonNullable<ReadingState['edit_lock']>;
};

/** Shows the action that is possible in the current state of the edit lock. */
function EditLockAction({ session, lock }: EditLockProps): ReactNode {
  const { t } = useTranslation('reading');
  if (lock.here) {
    if (lock.asked_by === null) return null;
    return (
      <Button size="small" variant="text" onClick={() => session.giveBack()}>
        {t('edit-lock.give')}
      </Button>
    );
  }
  if (lock.may_take) {
    return (
      <Button size="small" variant="text" onClick={() => session.take()}>
        {t('edit-lock.take')}
      </Button>
    );
  }
  if (!lock.may_ask) return null;
  return (
    <Button size="small" variant="text" disabled={lock.asked_by !== null} onClick={() => session.ask()}>
      {lock.asked_by === null ? t('edit-lock.ask') : t('edit-lock.asked')}
    </Button>
  );
}

/** Shows the buttons after the first edit; the keys are handled beside the recording. */
function UndoButtons({ state }: { state: ReadingState }) {
  const { t } = useTranslation('reading');
  const { undo, redo } = useUndo();
  if (state.log.length === 0 || !mayWrite(state)) return null;
  return (
    <span>
      <IconButton
        name={t('undo')}
        keyName={undoKeys.undo.keys[0]}
        command="undo"
        size="small"
        disabled={undo === null}
        onClick={() => undo?.()}
      >
        <ArrowUUpLeftIcon size={16} aria-hidden="true" />
      </IconButton>
      <IconButton
        name={t('redo')}
        keyName={undoKeys.redo.keys[0]}
        command="redo"
        size="small"
        disabled={redo === null}
        onClick={() => redo?.()}
      >
        <ArrowUUpRightIcon size={16} aria-hidden="true" />
      </IconButton>
    </span>
  );
}

/** In a bar with little space, `brief` shows only a pencil while the user is editing. */
export function ReadingLine({ brief = false }: { brief?: boolean }) {
  const { t } = useTranslation('reading');
  const session = useReadingOfPage();
  const state = useReadingState();
  if (session === null || state === null || state.edit_lock === null) return null;
  const { edit_lock } = state;
  const { holder, here, asked_by } = edit_lock;
  if (holder === null) {
    return (
      <>
        <UndoButtons state={state} />
        <Unsent state={state} />
      </>
    );
  }
  const wanted = here && asked_by !== null;
  const said = wanted
    ? t('edit-lock.wanted', { name: asked_by.name })
    : here
      ? t('edit-lock.here')
      : t('edit-lock.held', { name: holder.name });
  return (
    <>
      <UndoButtons state={state} />
      <Line role="status" title={brief ? said : undefined}>
        <PencilSimpleIcon size={15} weight={here ? 'fill' : 'regular'} aria-hidden="true" />
        {brief && here && !wanted ? <Spoken>{said}</Spoken> : said}
      </Line>
      <EditLockAction session={session} lock={edit_lock} />
      <Unsent state={state} />
    </>
  );
}
