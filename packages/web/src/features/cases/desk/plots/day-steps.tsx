/** Shows which day of the recording is drawn, with the steps to its neighbours and a list of all days. */
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import { CaretLeftIcon, CaretRightIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import type { WallClock } from '../../../../trace/time/wall-clock.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { PlotDay } from './plot-model.ts';

/** Beside the caption of the plot; in a narrow window above it. */
const Steps = styled('span')(({ theme }) => ({
  position: 'absolute',
  top: 0,
  right: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  [theme.breakpoints.down('lg')]: { position: 'static', justifyContent: 'flex-end' },
}));

type DayStepsProps = {
  readonly days: readonly PlotDay[];
  readonly index: number;
  readonly wall: WallClock;
  readonly onDay: (index: number) => void;
};

export function DaySteps({ days, index, wall, onDay }: DayStepsProps) {
  const { t } = useTranslation('desk');
  const { t: ofAnalysis } = useTranslation('analysis');
  const format = useFormat();
  const nameOf = (at: number, { midnightMs }: PlotDay): string =>
    `${ofAnalysis('day', { day: format.number(at + 1) })} · ${wall.date(midnightMs)}`;
  return (
    <Steps>
      <IconButton
        name={t('plots.day-before')}
        size="small"
        disabled={index === 0}
        onClick={() => onDay(index - 1)}
      >
        <CaretLeftIcon size={14} weight="bold" />
      </IconButton>
      <Select
        size="small"
        variant="standard"
        disableUnderline
        value={index}
        inputProps={{ 'aria-label': t('plots.day') }}
        sx={{ fontSize: textSize.small }}
        onChange={({ target }) => onDay(target.value)}
      >
        {days.map((day, at) => (
          <MenuItem key={day.start} value={at}>
            {nameOf(at, day)}
          </MenuItem>
        ))}
      </Select>
      {t('position', { index: format.number(index + 1), total: format.number(days.length) })}
      <IconButton
        name={t('plots.day-after')}
        size="small"
        disabled={index === days.length - 1}
        onClick={() => onDay(index + 1)}
      >
        <CaretRightIcon size={14} weight="bold" />
      </IconButton>
    </Steps>
  );
}
