/** Previous and next finding, with the name and place of the one in view. */
import { CaretLeftIcon, CaretRightIcon } from '@phosphor-icons/react';
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Finding } from '../signal/reading.ts';
import { rhythmColour } from '../paint/trace-colours.ts';
import type { TraceColours } from '../paint/trace-colours.ts';

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  fontSize: '.8125rem',
  whiteSpace: 'nowrap',
  '& strong': { fontWeight: 600 },
  '& small': { fontSize: '.8125rem', color: theme.vars.palette.text.secondary },
}));

/** The index of the finding after (or before) a sample; −1 where there is none. Findings are in order of time. */
export function findingFrom(findings: readonly Finding[], sample: number, by: -1 | 1): number {
  if (by === 1) return findings.findIndex(({ start_sample }) => start_sample > sample);
  return findings.findLastIndex(({ start_sample }) => start_sample < sample);
}

export function FindingSteps(props: {
  findings: readonly Finding[];
  current: number;
  colours: TraceColours;
  onStep: (by: -1 | 1) => void;
}) {
  const { findings, current, colours, onStep } = props;
  const { t } = useTranslation('trace');
  if (findings.length === 0) return null;
  const finding = findings[current];
  return (
    <Row>
      <IconButton name={t('finding.previous')} keyName="K" size="small" onClick={() => onStep(-1)}>
        <CaretLeftIcon size={16} weight="bold" />
      </IconButton>
      {finding !== undefined && (
        <>
          <svg width="9" height="9" aria-hidden="true">
            <rect width="9" height="9" rx="2" fill={rhythmColour(colours, finding.kind)} />
          </svg>
          <strong>{t(`rhythm.${finding.kind}`)}</strong>
        </>
      )}
      <small>
        {t('finding.position', { index: finding === undefined ? '–' : current + 1, count: findings.length })}
      </small>
      <IconButton name={t('finding.next')} keyName="J" size="small" onClick={() => onStep(1)}>
        <CaretRightIcon size={16} weight="bold" />
      </IconButton>
    </Row>
  );
}
