/** Shows the statistics figure whose cases the list contains; its cross removes this restriction. */
import Typography from '@mui/material/Typography';
import { XIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { isFigure, noFigure, type ListFigure } from '../model/list-figure.ts';

const ms = (date: string | undefined): number => Date.parse(date ?? '');

function useFigureWords(): (figure: ListFigure) => string {
  const { t } = useTranslation('statistics');
  const format = useFormat();
  return ({
    step,
    step_from,
    step_to,
    outcome,
    arrived,
    waiting_from,
    waiting_until,
    due_from,
    due_until,
    handed_back,
    confirmer_id,
  }) => {
    if (confirmer_id.length > 0) return t('figure.check');
    if (handed_back !== undefined) return t(handed_back ? 'figure.back' : 'figure.not-back');
    if (step !== undefined && step_from !== undefined && step_to !== undefined) {
      const range = format.range('date', ms(step_from), ms(step_to), 'UTC');
      const what = t(`step.${step}`);
      if (outcome !== undefined) return t('figure.part', { what, outcome: t(`outcome.${outcome}`), range });
      if (arrived === undefined) return t('figure.of', { what, range });
      const [weekday, hour] = arrived.split('-');
      const named = format.instant('weekdayName', Date.UTC(2024, 0, Number(weekday)), 'UTC');
      return t('figure.hour', { what, weekday: named, hour: `${hour ?? ''}:00`, range });
    }
    if (due_until !== undefined) {
      const day = format.instant('dayTime', due_until);
      if (due_from === undefined) return t('figure.overdue', { day });
      return t('figure.due', { range: format.range('dayTime', ms(due_from), ms(due_until)) });
    }
    const until = format.instant('dayTime', waiting_until ?? '');
    const span =
      waiting_from === undefined ? until : format.range('dayTime', ms(waiting_from), ms(waiting_until));
    return t('figure.waiting', { span });
  };
}

type FigureChipProps = {
  figure: ListFigure;
  onChange: (values: Readonly<Record<string, unknown>>) => void;
};

export function FigureChip({ figure, onChange }: FigureChipProps) {
  const { t } = useTranslation('statistics');
  const { t: dialog } = useTranslation('dialogs');
  const wordsOf = useFigureWords();
  if (!isFigure(figure)) return null;
  return (
    <Typography
      component="span"
      variant="body2"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: '4px' }}
    >
      {t('figure')}
      <strong>{wordsOf(figure)}</strong>
      <IconButton
        name={dialog('remove-filter', { name: t('figure') })}
        size="small"
        onClick={() => onChange({ ...noFigure, page: undefined })}
      >
        <XIcon size={12} weight="bold" aria-hidden="true" />
      </IconButton>
    </Typography>
  );
}
