/** Accept and reject at the end of the recording's tools, with their keys and those of undo and redo. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { CheckIcon, XIcon } from '@phosphor-icons/react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { takesKeysItself } from '../../../trace/time/keys.ts';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { useShortcuts } from '../../../ui/keys/use-shortcuts.ts';
import { actsOnEnter, isCovered } from '../../../ui/keys/who-hears.ts';
import { judgeCommand } from './judge-keys.ts';
import type { Judging } from './use-judging.ts';

function useJudgeKeys(judging: Judging): void {
  const { t } = useTranslation('reading');
  const { t: ofTrace } = useTranslation('trace');
  const nothing = (): void => undefined;
  const listed = (keys: readonly string[], label: string, footer = false) =>
    ({ keys, label, footer, heard: 'elsewhere', run: nothing }) as const;
  useShortcuts([
    listed(['⏎', 'F10'], t('accept'), true),
    listed(['Del'], t('reject'), true),
    listed(['Ctrl+Z'], t('undo')),
    listed(['Ctrl+Shift+Z'], t('redo')),
    listed(['S'], ofTrace('strip.add')),
  ]);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const command = judgeCommand(event);
    if (command === null || event.defaultPrevented || event.isComposing || event.repeat) return;
    if (isCovered() || takesKeysItself(event.target, event.key)) return;
    if (event.key === 'Enter' && actsOnEnter(event.target)) return;
    event.preventDefault();
    judging[command]?.();
  });
  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener('keydown', (event) => pressed(event), { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

/** Where the bar is too short for it, the pair stands below at the same end. */
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
        <KeyCap name="Del" />
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
        <KeyCap name="⏎" />
      </Button>
    </Pair>
  );
}
