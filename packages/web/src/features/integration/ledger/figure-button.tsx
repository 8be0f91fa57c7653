/** Shows a number of the ledger as a button that opens what it counts; zero is plain text. */
import { styled } from '@mui/material/styles';
import type { LedgerFigure } from '@rhythmdesk/domain/integration/ledger';
import { openFigures } from '@rhythmdesk/domain/integration/ledger';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import type { LedgerRange, OnFigure } from './ledger-state.ts';

const Press = styled('button', { shouldForwardProp: (prop) => prop !== 'urgent' })<{ urgent: boolean }>(
  ({ theme, urgent }) => ({
    minWidth: 28,
    minHeight: 24,
    padding: '0 6px',
    border: 0,
    borderRadius: 4,
    font: 'inherit',
    fontWeight: urgent ? 600 : 400,
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'right',
    cursor: 'pointer',
    color: urgent ? theme.vars.palette.error.main : theme.vars.palette.primary.main,
    backgroundColor: urgent ? theme.vars.palette.error.tint : 'transparent',
    '&:hover': { textDecoration: 'underline' },
    [theme.breakpoints.down('md')]: { minHeight: 32 },
  }),
);
/** As large as the button, so that rows with and without one are alike. */
const Zero = styled('span')(({ theme }) => ({
  display: 'inline-block',
  minWidth: 28,
  padding: '0 6px',
  lineHeight: '24px',
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'right',
  [theme.breakpoints.down('md')]: { lineHeight: '32px' },
}));

const isOpen = (figure: LedgerFigure): boolean => openFigures.some((each) => each === figure);

type Props = {
  /** What the number counts, for its name. */
  readonly label: string;
  readonly value: number;
  readonly figures: readonly LedgerFigure[];
  readonly range: LedgerRange;
  readonly onFigure: OnFigure;
};

export function FigureButton({ label, value, figures, range, onFigure }: Props) {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  if (value === 0) return <Zero>{format.number(0)}</Zero>;
  return (
    <Press
      type="button"
      urgent={figures.every(isOpen)}
      aria-label={t('figure-of', { figure: label, count: value })}
      onClick={() => onFigure({ range, figures })}
    >
      {format.number(value)}
    </Press>
  );
}
