/**
 * Shows the fields for a recording in another format: the patch's HN ID and, if the file's clock is missing or wrong,
 * the start. The recording zip is made as soon as both are known, and again after each change.
 */
import FormControlLabel from '@mui/material/FormControlLabel';
import LinearProgress from '@mui/material/LinearProgress';
import Radio from '@mui/material/Radio';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { createWallClock } from '../../../trace/time/wall-clock.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { changeConversion, convert, type Conversion } from './batch.ts';
import { startsOf, startText } from './make-order.ts';
import type { Prepared } from './use-prepared.ts';
import type { FileVerdict } from './verdict.ts';

const Fields = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.25fr)',
  gap: '8px 12px',
  alignItems: 'start',
});
const Twice = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 12px' });
const Making = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
}));

/** Waits for a pause in the typing, so that not every letter starts a conversion. */
const restMs = 350;

function useMaking({ card, verdict }: Prepared): void {
  const order = verdict.kind === 'making' ? verdict.order : null;
  const key = order === null ? null : `${order.hn_id} ${String(order.start_ms)} ${order.start_from}`;
  const begin = useEffectEvent((signal: AbortSignal) => {
    if (order !== null) void convert(card.id, order, signal);
  });
  useEffect(() => {
    if (key === null) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => begin(stop.signal), restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key]);
}

const missingIn = (verdict: FileVerdict) => (verdict.kind === 'asks' ? verdict.asks : null);

function HnIdField({ prepared, conversion }: ConversionFieldsProps) {
  const { t } = useTranslation('uploads');
  const { card, verdict } = prepared;
  const asks = missingIn(verdict);
  const isAtFault = asks === 'hn-id-invalid' || asks === 'hn-taken' || asks === 'hn-twice';
  const foundInFile = conversion.hn_id !== '' && conversion.hn_id === conversion.surveyed?.hn_id;
  return (
    <TextField
      label={t('hn-id')}
      value={conversion.hn_id}
      size="small"
      required
      autoComplete="off"
      inputProps={{ maxLength: 24, spellCheck: false, style: { fontFamily: 'var(--font-mono)' } }}
      fault={isAtFault ? t(`ask.${asks}`, { hn_id: conversion.hn_id.trim() }) : undefined}
      hint={asks === 'hn-id' ? t('ask.hn-id') : foundInFile ? t('hn-id.found') : undefined}
      onChange={({ target }) => changeConversion(card.id, { hn_id: target.value })}
    />
  );
}

function StartField({ prepared, conversion }: ConversionFieldsProps) {
  const { t } = useTranslation('uploads');
  const { card, hospital, verdict } = prepared;
  const asks = missingIn(verdict);
  const zone = hospital?.time_zone ?? 'UTC';
  const ofFile = startText({ ...conversion, start: null }, zone);
  return (
    <TextField
      label={t('start', { zone })}
      value={startText(conversion, zone)}
      type="datetime-local"
      size="small"
      required
      inputProps={{ step: 1, max: '2100-01-01T00:00:00' }}
      fault={asks === 'start-late' ? t('ask.start-late') : undefined}
      hint={
        ofFile === '' ? t('ask.start') : conversion.start === null ? t('start.found') : t('start.changed')
      }
      onChange={({ target }) =>
        changeConversion(card.id, {
          start: target.value === ofFile && ofFile !== '' ? null : target.value,
          start_at: null,
        })
      }
    />
  );
}

/** Asks which of the two times a start is that occurs twice, when summer time ends. */
function StartTwice({ prepared, conversion }: ConversionFieldsProps) {
  const { t, i18n } = useTranslation('uploads');
  const zone = prepared.hospital?.time_zone ?? 'UTC';
  const starts = startsOf(conversion, zone);
  if (starts.length < 2) return null;
  const wall = createWallClock(zone, i18n.language);
  const isAsked = missingIn(prepared.verdict) === 'start-twice';
  return (
    <Twice aria-label={t('start-twice')} role="radiogroup">
      <Typography variant="caption" color={isAsked ? 'error' : 'textSecondary'}>
        {t('start-twice')}
      </Typography>
      {(['first', 'second'] as const).map((at, i) => (
        <FormControlLabel
          key={at}
          label={t(`start-twice.${at}`, { time: wall.minute(starts[i] ?? 0) })}
          control={
            <Radio
              size="small"
              checked={conversion.start_at === at}
              onChange={() => changeConversion(prepared.card.id, { start_at: at })}
            />
          }
        />
      ))}
    </Twice>
  );
}

type ConversionFieldsProps = { readonly prepared: Prepared; readonly conversion: Conversion };

export function ConversionFields({ prepared, conversion }: ConversionFieldsProps) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const id = useId();
  useMaking(prepared);
  return (
    <>
      <Fields>
        <HnIdField prepared={prepared} conversion={conversion} />
        <StartField prepared={prepared} conversion={conversion} />
      </Fields>
      <StartTwice prepared={prepared} conversion={conversion} />
      {prepared.verdict.kind === 'making' ? (
        <Making>
          <LinearProgress variant="determinate" value={conversion.share * 100} aria-labelledby={id} />
          <span id={id}>{t('making', { share: format.percent(conversion.share, 0) })}</span>
        </Making>
      ) : null}
    </>
  );
}
