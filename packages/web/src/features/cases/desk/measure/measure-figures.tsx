/** Shows the intervals of a measured beat, and the measurements saved before. */
import { styled } from '@mui/material/styles';
import { TrashIcon } from '@phosphor-icons/react';
import { measuredBeat, type MeasuredBeat } from '@rhythmdesk/ecg/beats/measurement';
import { qtFormulas } from '@rhythmdesk/ecg/beats/qt-correction';
import type { ReadMeasurement } from '@rhythmdesk/ecg/reading/marks-layer';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { usePlaceTime } from '../session/item-words.ts';

const List = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  margin: 0,
  padding: '8px 16px',
  lineHeight: '26px',
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, textAlign: 'right', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
}));
const MeasurementSection = styled('section')(({ theme }) => ({
  padding: '10px 16px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  '& h3': { margin: '0 0 4px', fontSize: textSize.small, fontWeight: 600 },
  '& p': { margin: 0, fontSize: textSize.small, color: theme.vars.palette.text.secondary },
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& li': { display: 'flex', alignItems: 'center', gap: 4, fontSize: textSize.small },
  '& li > button:first-of-type': {
    flex: 1,
    minWidth: 0,
    minHeight: 40,
    padding: '4px 0',
    border: 0,
    font: 'inherit',
    lineHeight: '16px',
    textAlign: 'left',
    color: 'inherit',
    background: 'none',
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
  },
  '& li span': { display: 'block', color: theme.vars.palette.text.secondary },
}));

/** Names of the QTc formulas as reports print them. */
const formulaNames = {
  bazett: 'QTc Bazett',
  fridericia: 'QTc Fridericia',
  framingham: 'QTc Framingham',
  hodges: 'QTc Hodges',
} as const;

export function MeasureFigures({ measured }: { readonly measured: MeasuredBeat }) {
  const { t } = useTranslation('measuring');
  const ms = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : t('ms', { value: Math.round(value) });
  const { pr, qrs, qt, qtc, rr, bpm } = measured;
  const rows = [
    ['PR', ms(pr)],
    ['QRS', ms(qrs)],
    ['QT', ms(qt)],
    ...qtFormulas.map((formula) => [formulaNames[formula], ms(qtc?.[formula])]),
    ['RR', ms(rr)],
    [t('rate'), bpm === null ? '–' : t('bpm', { value: Math.round(bpm) })],
  ];
  return (
    <List>
      {rows.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}

type KeptProps = {
  readonly measurements: readonly ReadMeasurement[];
  readonly view: RecordingHandle;
  readonly onShow: (sample: number) => void;
  /** Null for a user who cannot edit. */
  readonly onRemove: ((measurement: number) => void) | null;
};

export function KeptMeasurements({ measurements, view, onShow, onRemove }: KeptProps) {
  const { t } = useTranslation('measuring');
  const format = useFormat();
  const timeOf = usePlaceTime();
  const whole = (value: number | null): string => (value === null ? '–' : format.number(Math.round(value)));
  return (
    <MeasurementSection aria-label={t('kept')}>
      <h3>{t('kept')}</h3>
      {measurements.length === 0 ? <p>{t('kept.none')}</p> : null}
      <ul>
        {measurements.map((one) => {
          const { pr, qrs, qt, qtc } = measuredBeat(one, view.sampling_hz);
          const time = timeOf(one.sample, view);
          return (
            <li key={one.measurement}>
              <button type="button" aria-label={t('kept.show', { time })} onClick={() => onShow(one.sample)}>
                {time}
                <span>
                  {`PR ${whole(pr)} · QRS ${whole(qrs)} · QT ${whole(qt)} · QTcF ${whole(qtc?.fridericia ?? null)}`}
                </span>
              </button>
              {onRemove === null ? null : (
                <IconButton
                  name={t('kept.remove', { time })}
                  size="small"
                  onClick={() => onRemove(one.measurement)}
                >
                  <TrashIcon size={15} />
                </IconButton>
              )}
            </li>
          );
        })}
      </ul>
    </MeasurementSection>
  );
}
