/**
 * Asks in a dialog whether the user is still there: a ring of 180 seconds; the button to stay has the focus; screen
 * readers announce the time at 180, 60, 30 and 10 seconds.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import { SignOutIcon } from '@phosphor-icons/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { announcedSeconds, countdownMs, countdownTone } from '../../platform/session/idle-phase.ts';
import { formatCountdown } from '../../platform/texts/duration.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { KeyCap } from '../../ui/key-cap.tsx';
import { Spoken } from '../../ui/spoken.tsx';

const Body = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 8,
  padding: '28px 24px 24px',
  textAlign: 'center',
});
const Title = styled('h2')({
  margin: '12px 0 0',
  fontSize: textSize.dialog,
  lineHeight: '22px',
  fontWeight: 600,
});
const Words = styled('p')(({ theme }) => ({
  margin: 0,
  maxWidth: 350,
  color: theme.vars.palette.text.secondary,
}));
const Actions = styled('div')({ display: 'flex', gap: 8, width: '100%', marginTop: 20 });

const radius = 52;
const round = 2 * Math.PI * radius;

function Ring({ leftMs }: { leftMs: number }) {
  const colour = `var(--rd-palette-${countdownTone(leftMs)}-main)`;
  return (
    <svg width="112" height="112" viewBox="0 0 112 112" role="img" aria-hidden="true">
      <circle cx="56" cy="56" r={radius} fill="none" stroke="var(--rd-palette-surface-s3)" strokeWidth="6" />
      <circle
        cx="56"
        cy="56"
        r={radius}
        fill="none"
        stroke={colour}
        strokeWidth="6"
        strokeLinecap="round"
        strokeDasharray={`${round * Math.min(1, leftMs / countdownMs)} ${round}`}
        transform="rotate(-90 56 56)"
      />
      <text x="56" y="66" textAnchor="middle" fontSize="28" fontWeight="600" fill="currentColor">
        {formatCountdown(leftMs)}
      </text>
    </svg>
  );
}

type PointerPosition = { readonly target: EventTarget; readonly clientX: number; readonly clientY: number };

/** Returns whether a trace is at this point of the page with only the dialog's backdrop above it. */
const overTrace = ({ target, clientX, clientY }: PointerPosition): boolean =>
  !(target instanceof Element && target.closest('.MuiDialog-paper') !== null) &&
  document
    .elementsFromPoint(clientX, clientY)
    .some((element) => element instanceof HTMLElement && element.dataset['trace'] !== undefined);

export type CountdownProps = { leftMs: number; idleLimitMs: number; onStay: () => void; onLeave: () => void };

export function CountdownDialog({ leftMs, idleLimitMs, onStay, onLeave }: CountdownProps) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const id = useId();
  const seconds = Math.ceil(leftMs / 1_000);
  const announced = [...announcedSeconds].reverse().find((each) => each >= seconds) ?? countdownMs / 1_000;
  const minutes = format.number(Math.round((idleLimitMs - countdownMs) / 60_000));
  const time = format.duration(seconds * 1_000);
  return (
    <Dialog
      open
      onWheel={(event) => (overTrace(event) ? onStay() : undefined)}
      onPointerDown={(event) => (overTrace(event) ? onStay() : undefined)}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-words`}
      slotProps={{ paper: { style: { maxWidth: 400 } } }}
    >
      <Body>
        <Ring leftMs={leftMs} />
        <Title id={`${id}-title`}>{t('countdown.title')}</Title>
        <Words id={`${id}-words`}>{t('countdown.body', { minutes, time })}</Words>
        <Spoken aria-live="assertive">
          {t('countdown.said', { time: format.duration(announced * 1_000) })}
        </Spoken>
        <Actions>
          <Button
            size="large"
            onClick={onLeave}
            startIcon={<SignOutIcon size={16} aria-hidden="true" />}
            sx={{ flex: '0 1 40%' }}
          >
            {t('countdown.out')}
          </Button>
          <Button
            size="large"
            variant="contained"
            color="primary"
            onClick={onStay}
            autoFocus
            sx={{ flex: 1 }}
          >
            {t('countdown.stay')}
            <KeyCap name="⏎" />
          </Button>
        </Actions>
      </Body>
    </Dialog>
  );
}
