/** Shows what a period came to: whether anything is open, and how the total of each side adds up. */
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { LedgerFigures } from '@rhythmdesk/contract/ledger';
import {
  ledgerParts,
  ledgerSides,
  openFigures,
  openOf,
  type LedgerSide,
} from '@rhythmdesk/domain/integration/ledger';
import { CheckCircleIcon, WarningCircleIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useNow } from '../../../ui/use-now.ts';
import { FigureButton } from './figure-button.tsx';
import type { LedgerRange, OnFigure } from './ledger-state.ts';

const Verdict = styled('div', { shouldForwardProp: (prop) => prop !== 'clear' })<{ clear: boolean }>(
  ({ theme, clear }) => ({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    margin: '12px 16px',
    padding: '10px 14px',
    borderRadius: 8,
    color: theme.vars.palette.text.primary,
    backgroundColor: clear ? theme.vars.palette.success.tint : theme.vars.palette.error.tint,
    '& > svg': { color: clear ? theme.vars.palette.success.main : theme.vars.palette.error.main },
    '& > span': { display: 'inline-flex', alignItems: 'center', gap: 4 },
    [theme.breakpoints.down('sm')]: { margin: 12 },
  }),
);
const Sides = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'max-content max-content minmax(0, 1fr)',
  gap: '6px 16px',
  alignItems: 'baseline',
  margin: '0 16px 16px',
  '& dt': { fontWeight: 600, color: theme.vars.palette.text.primary },
  '& dd': { margin: 0, color: theme.vars.palette.text.secondary },
  '& dd.total': { textAlign: 'right' },
  '& dd.parts': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '2px 14px' },
  '& dd.parts > span': { display: 'inline-flex', alignItems: 'baseline', gap: 4 },
  '& .fault': { color: theme.vars.palette.error.main },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) max-content',
    '& dd.parts': { gridColumn: '1 / -1', display: 'grid', gap: 0, paddingBottom: 8 },
    '& dd.parts > span': { justifyContent: 'space-between', minHeight: 32 },
  },
}));

type Props = { readonly sums: LedgerFigures; readonly range: LedgerRange; readonly onFigure: OnFigure };

/** Says whether everything was acknowledged, or names what is open. */
export function LedgerVerdict({ sums: { counts, unbalanced }, range, onFigure }: Props) {
  const { t } = useTranslation('ledger');
  const open = openOf(counts);
  const clear = open === 0 && unbalanced.length === 0;
  const Icon = clear ? CheckCircleIcon : WarningCircleIcon;
  return (
    <Verdict clear={clear} role="status">
      <Icon size={20} weight="fill" aria-hidden="true" />
      <b>{clear ? t('clear') : t('open', { count: open })}</b>
      {openFigures
        .filter((figure) => counts[figure] > 0)
        .map((figure) => (
          <span key={figure}>
            {t(`figure.${figure}`)}
            <FigureButton
              label={t(`figure.${figure}`)}
              value={counts[figure]}
              figures={[figure]}
              range={range}
              onFigure={onFigure}
            />
          </span>
        ))}
    </Verdict>
  );
}

/** What some figures of a side additionally say. */
function Note({ side, sums }: { side: LedgerSide; sums: LedgerFigures }) {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const nowMs = useNow();
  const { signed, notified, waiting_since, channels } = sums;
  if (side === 'results')
    return (
      <>
        {waiting_since === null ? null : (
          <span>{t('waiting-since', { age: format.relative(waiting_since, nowMs) })}</span>
        )}
        {signed === 0 ? null : <span>{t('signed', { count: signed })}</span>}
      </>
    );
  if (side === 'critical' && notified > 0) return <span>{t('notified', { count: notified })}</span>;
  if (side !== 'messages') return null;
  return channels.map(({ channel, created }) => (
    <span key={channel}>
      {t('channel-count', { channel: t(`channel.${channel}`), value: format.number(created) })}
    </span>
  ));
}

export function LedgerSums({ sums, range, onFigure }: Props) {
  const { t } = useTranslation('ledger');
  const { counts, unbalanced } = sums;
  return (
    <section aria-label={t('sums')}>
      <Typography variant="h3" component="h2" sx={{ padding: '4px 16px 8px' }}>
        {t('sums')}
      </Typography>
      <Sides>
        {ledgerSides.map((side) => [
          <dt key={`${side}-name`}>{t(`side.${side}`)}</dt>,
          <dd key={`${side}-total`} className="total">
            <FigureButton
              label={t(`side.${side}`)}
              value={counts[side]}
              figures={ledgerParts[side]}
              range={range}
              onFigure={onFigure}
            />
          </dd>,
          <dd key={`${side}-parts`} className="parts">
            {ledgerParts[side].map((figure) => (
              <span key={figure}>
                {t(`figure.${figure}`)}
                <FigureButton
                  label={t(`figure.${figure}`)}
                  value={counts[figure]}
                  figures={[figure]}
                  range={range}
                  onFigure={onFigure}
                />
              </span>
            ))}
            <Note side={side} sums={sums} />
            {unbalanced.includes(side) ? <span className="fault">{t('unbalanced')}</span> : null}
          </dd>,
        ])}
      </Sides>
    </section>
  );
}
