/**
 * Measures PR, QRS, QT and QTc of a beat, or of a mean of beats, by marks over it. The dialog is over the desk, whose
 * keys are off meanwhile: `Tab` selects the next mark, the arrow keys move it, `Enter` saves the measurement, `Esc`
 * closes the dialog.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { styled } from '@mui/material/styles';
import { measuredBeat, type MeasuredBeat } from '@rhythmdesk/ecg/beats/measurement';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import type { ShownReading } from '../../reading/reading-state.ts';
import { KeptMeasurements, MeasureFigures } from './measure-figures.tsx';
import { MeasurePicture, useMarks } from './measure-picture.tsx';
import { isKept, measuredFroms, measuredGroup, measurementOf, type MeasuredFrom } from './measure-source.ts';
import type { Desk } from '../session/use-desk.ts';
import { useMeasuredBeat } from './use-measured-beat.ts';
import { measureKeys } from './measure-keys.ts';
import { useTableCommands } from '../../../../ui/keys/use-table-commands.ts';

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  minHeight: 48,
  padding: '8px 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& h2': { margin: '0 auto 0 0', fontSize: textSize.body, fontWeight: 600 },
}));
const Body = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 264px',
  minHeight: 420,
  overflowY: 'auto',
  '& > aside': {
    borderLeft: `1px solid ${theme.vars.palette.line.main}`,
    backgroundColor: theme.vars.palette.surface.s2,
  },
  '& > p': { margin: 0, padding: '10px 16px', color: theme.vars.palette.text.secondary },
}));
const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  padding: '10px 16px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  color: theme.vars.palette.text.secondary,
  '& > span': { flex: 1, minWidth: 240, fontSize: textSize.small },
}));

type Shown = Pick<ShownReading, 'beats' | 'templates' | 'measurements'>;
/** The parts of the desk that a measurement needs. */
export type MeasuringDesk = Pick<Desk, 'view' | 'current' | 'writes' | 'write'> & {
  readonly shown: Shown | null;
};
type DialogProps = {
  readonly desk: MeasuringDesk;
  readonly shown: Shown;
  readonly view: RecordingHandle;
  readonly onClose: () => void;
};

/**
 * Returns what is measured first: the selected beat, otherwise the selected template, otherwise the beats around the
 * strip.
 */
function openedFrom({ view, current }: MeasuringDesk): MeasuredFrom {
  const selected = view?.selected() ?? null;
  if (selected !== null && selected.anchor === selected.focus) return 'beat';
  return current?.of === 'template' ? 'group' : 'near';
}

function openedPlace(view: RecordingHandle): number {
  const { start, end } = view.strip();
  return Math.round(view.selected()?.focus ?? (start + end) / 2);
}

type ChoiceProps = {
  readonly titleId: string;
  readonly from: MeasuredFrom;
  readonly lead: number;
  readonly leadNames: readonly string[];
  readonly onFrom: (from: MeasuredFrom) => void;
  readonly onLead: (lead: number) => void;
};

function Choice({ titleId, from, lead, leadNames, onFrom, onLead }: ChoiceProps) {
  const { t } = useTranslation('measuring');
  return (
    <Head>
      <h2 id={titleId}>{t('title')}</h2>
      <ToggleButtonGroup exclusive size="small" value={from} aria-label={t('from')}>
        {measuredFroms.map((one) => (
          <ToggleButton key={one} value={one} onClick={() => onFrom(one)}>
            {t(`from.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <ToggleButtonGroup exclusive size="small" value={lead} aria-label={t('lead')}>
        {leadNames.map((name, index) => (
          <ToggleButton key={name} value={index} onClick={() => onLead(index)}>
            {name}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Head>
  );
}

type SideProps = DialogProps & { readonly measured: MeasuredBeat | null };

/** Shows the figures, and the measurements saved before. */
function Side({ desk, shown, view, onClose, measured }: SideProps) {
  const onShow = (sample: number): void => {
    onClose();
    view.goTo(sample);
    view.select({ anchor: sample, focus: sample });
  };
  const onRemove = (measurement: number): void => desk.write([{ kind: 'remove_measurement', measurement }]);
  return (
    <aside>
      {measured === null ? null : <MeasureFigures measured={measured} />}
      <KeptMeasurements
        measurements={shown.measurements}
        {...{ view, onShow }}
        onRemove={desk.writes ? onRemove : null}
      />
    </aside>
  );
}

type EndProps = { readonly onKeep: (() => void) | null; readonly onClose: () => void };

function End({ onKeep, onClose }: EndProps) {
  const { t } = useTranslation('measuring');
  return (
    <Foot>
      <span>{t('hint')}</span>
      {onKeep === null ? null : (
        <Button size="small" variant="contained" color="primary" onClick={onKeep}>
          {t('keep')}
          <KeyCap name={measureKeys['measurement-save'].keys[0]} />
        </Button>
      )}
      <Button size="small" variant="text" onClick={onClose}>
        {t('close')}
        <KeyCap name="Esc" />
      </Button>
    </Foot>
  );
}

function Measuring(props: DialogProps & { readonly titleId: string }) {
  const { desk, shown, view, onClose, titleId } = props;
  const { t } = useTranslation('measuring');
  const [from, onFrom] = useState(() => openedFrom(desk));
  const [place] = useState(() => openedPlace(view));
  const [lead, onLead] = useState(() => view.small.leadWithin([{ start: place, end: place + 1 }]));
  const group = measuredGroup(shown.templates, desk.current);
  const found = useMeasuredBeat({ from, lead, place, group }, shown.beats.sample, view);
  const picture = found === 'waiting' ? null : found;
  const { marks, set, isMoved } = useMarks(picture, view.sampling_hz);
  const isReady = picture !== null && marks !== null;
  const measured = isReady ? measuredBeat({ ...picture, ...marks }, view.sampling_hz) : null;
  const keep = (): void => {
    if (!isReady) return;
    const measurement = measurementOf(picture, marks);
    if (!isKept(shown.measurements, measurement)) desk.write([{ kind: 'add_measurement', measurement }]);
  };
  const when = (): boolean => desk.writes && isReady;
  useTableCommands(measureKeys, { 'measurement-save': { when, run: keep } }, 'dialog');
  return (
    <>
      <Choice {...{ titleId, from, lead, onFrom, onLead }} leadNames={view.leadNames} />
      <Body>
        {isReady ? (
          <MeasurePicture {...{ picture, marks, set, isMoved, view }} />
        ) : (
          <p role="status">{found === 'waiting' ? '' : t('none')}</p>
        )}
        <Side {...props} measured={measured} />
      </Body>
      <End onKeep={desk.writes && isReady ? keep : null} onClose={onClose} />
    </>
  );
}

export function MeasureDialog(props: DialogProps) {
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="lg" aria-labelledby={titleId} onClose={props.onClose}>
      <Measuring {...props} titleId={titleId} />
    </Dialog>
  );
}
