/**
 * Shows the buttons to accept and reject at the end of the recording's tools, with their keys and those of undo and
 * redo.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { CheckIcon, XIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { judgeKeys } from './judge-keys.ts';
import type { Judging } from './use-judging.ts';

function useJudgeKeys({ accept, reject, undo, redo }: Judging): void {
  const { t } = useTranslation('reading');
  useCommands(
    [
      {
        id: 'accept',
        keys: judgeKeys.accept.keys,
        title: t('accept'),
        footer: true,
        once: true,
        run: accept,
      },
      {
        id: 'reject',
        keys: judgeKeys.reject.keys,
        title: t('reject'),
        footer: true,
        once: true,
        run: reject,
      },
      { id: 'undo', keys: judgeKeys.undo.keys, title: t('undo'), once: true, run: () => undo?.() },
      { id: 'redo', keys: judgeKeys.redo.keys, title: t('redo'), once: true, run: () => redo?.() },
    ],
    'recording',
  );
}

/** If the bar is too short for them, the pair is below it at the same end. */
const Pair = styled('span')({ display: 'inline-flex', gap: 8, marginLeft: 'auto' });

export function JudgeBar({ judging }: { judging: Judging }) {
  const { t } = useTranslation('reading');
  useJudgeKeys(judging);
  const { state, accept, reject } = judging;
  const isAccepted = state === 'accepted';
  const isOff = state === null || state === 'mended';
  return (
    <Pair>
      <Button
        size="small"
        variant="outlined"
        disabled={isOff}
        startIcon={<XIcon size={15} />}
        onClick={reject}
      >
        {t('reject')}
        <KeyCap name={judgeKeys.reject.keys[0]} command="reject" />
      </Button>
      <Button
        size="small"
        variant="outlined"
        disabled={isOff}
        aria-pressed={isAccepted}
        startIcon={<CheckIcon size={15} weight={isAccepted ? 'bold' : 'regular'} />}
        sx={(theme) => ({
          ...(isAccepted && {
            color: theme.vars.palette.success.main,
            borderColor: theme.vars.palette.success.main,
          }),
        })}
        onClick={accept}
      >
        {isAccepted ? t('accepted') : t('accept')}
        <KeyCap name={judgeKeys.accept.keys[0]} command="accept" />
      </Button>
    </Pair>
  );
}
