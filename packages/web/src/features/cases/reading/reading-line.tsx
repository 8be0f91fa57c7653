/** Shows who holds the write lock of the reading, and what is not saved. Empty if nobody is editing. */
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
import { mayWrite, useReadingOfPage, useReadingState } from './reading-context.tsx';
import type { ReadingSession } from './reading-session.ts';
import type { ReadingState } from './reading-state.ts';
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
  if (unsent === 0 || (sending !== 'waiting' && sending !== 'no-pen')) return null;
  return (
    <Line role="status" className="waits">
      <WarningCircleIcon size={15} aria-hidden="true" />
      {t(`state.${sending}`, { count: unsent })}
    </Line>
  );
}

type PenProps = { readonly session: ReadingSession; readonly pen: NonNullable<ReadingState['pen']> };

/** The action that is possible in the current state of the write lock. */
function PenAct({ session, pen }: PenProps): ReactNode {
  const { t } = useTranslation('reading');
  if (pen.here) {
    if (pen.asked_by === null) return null;
    return (
      <Button size="small" variant="text" onClick={() => session.giveBack()}>
        {t('pen.give')}
      </Button>
    );
  }
  if (pen.may_take) {
    return (
      <Button size="small" variant="text" onClick={() => session.take()}>
        {t('pen.take')}
      </Button>
    );
  }
  if (!pen.may_ask) return null;
  return (
    <Button size="small" variant="text" disabled={pen.asked_by !== null} onClick={() => session.ask()}>
      {pen.asked_by === null ? t('pen.ask') : t('pen.asked')}
    </Button>
  );
}

/** Shown after the first edit; the keys are handled beside the recording. */
function UndoButtons({ state }: { state: ReadingState }) {
  const { t } = useTranslation('reading');
  const { undo, redo } = useUndo();
  if (state.log.length === 0 || !mayWrite(state)) return null;
  return (
    <span>
      <IconButton
        name={t('undo')}
        keyName="Ctrl Z"
        command="undo"
        size="small"
        disabled={undo === null}
        onClick={() => undo?.()}
      >
        <ArrowUUpLeftIcon size={16} aria-hidden="true" />
      </IconButton>
      <IconButton
        name={t('redo')}
        keyName="Ctrl ⇧ Z"
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

export function ReadingLine() {
  const { t } = useTranslation('reading');
  const session = useReadingOfPage();
  const state = useReadingState();
  if (session === null || state === null || state.pen === null) return null;
  const { pen } = state;
  const { holder, here, asked_by } = pen;
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
    ? t('pen.wanted', { name: asked_by.name })
    : here
      ? t('pen.here')
      : t('pen.held', { name: holder.name });
  return (
    <>
      <UndoButtons state={state} />
      <Line role="status">
        <PencilSimpleIcon size={15} weight={here ? 'fill' : 'regular'} aria-hidden="true" />
        {said}
      </Line>
      <PenAct session={session} pen={pen} />
      <Unsent state={state} />
    </>
  );
}
