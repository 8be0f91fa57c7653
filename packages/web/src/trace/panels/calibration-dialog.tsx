/**
 * Shows the dialog in which the user fits a frame to a bank card: a page has no other way to learn the physical size of
 * the screen.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Slider from '@mui/material/Slider';
import { styled } from '@mui/material/styles';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { cardHeightMm, cardWidthMm, plausibleCalibration } from '../time/calibration.ts';
import { listenToGestures } from './gestures.ts';
import { paperMm } from '../time/time-scale.ts';
import { narrowBelowPx } from './use-frame-size.ts';

const Card = styled('div')(({ theme }) => ({
  position: 'relative',
  margin: '12px 0 8px',
  borderRadius: 12,
  border: `1.5px solid ${theme.vars.palette.primary.main}`,
  backgroundColor: theme.vars.palette.surface.s3,
  boxSizing: 'border-box',
}));
const Edge = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 0,
  bottom: 0,
  right: -14,
  width: 28,
  cursor: 'ew-resize',
  touchAction: 'none',
  '&::after': {
    content: '""',
    position: 'absolute',
    top: '50%',
    left: 8,
    width: 12,
    height: 44,
    marginTop: -22,
    borderRadius: 6,
    backgroundColor: theme.vars.palette.primary.main,
  },
}));
const Note = styled('p')(({ theme }) => ({
  margin: '4px 0',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

/** Range of a card's width in CSS pixels, from the smallest phone to the finest screen. */
const narrowestPx = 140;
const widestPx = 700;

type CalibrationDialogProps = {
  readonly open: boolean;
  readonly calibration: number | null;
  readonly onClose: () => void;
  readonly onKeep: (devicePxPerMm: number | null) => void;
};

/** Shows the draggable edge of the frame. */
function DragEdge({ onDrag }: { onDrag: (px: number) => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const edge = ref.current;
    if (!edge) return undefined;
    return listenToGestures(edge, () => ({ drag: (_at, _from, delta) => onDrag(delta.x) }));
  }, [onDrag]);
  return <Edge ref={ref} aria-hidden="true" />;
}

/** Returns the size of the frame while the user fits it, and the calibration that follows from it. */
function useCardFit(calibration: number | null) {
  const dpr = window.devicePixelRatio;
  // A phone is narrower than a card, so the card is upright there.
  const upright = window.innerWidth < narrowBelowPx;
  const [sideMm, otherMm] = upright ? [cardHeightMm, cardWidthMm] : [cardWidthMm, cardHeightMm];
  const [widthPx, setWidthPx] = useState(((calibration ?? 4 * dpr) / dpr) * sideMm);
  const move = (px: number): void =>
    setWidthPx((width) => Math.min(widestPx, Math.max(narrowestPx, width + px)));
  const [drag] = useState(() => move);
  return {
    upright,
    widthPx,
    heightPx: (widthPx * otherMm) / sideMm,
    devicePx: (widthPx * dpr) / sideMm,
    dpr,
    setWidthPx,
    drag,
  };
}

function Fitting({ calibration, onClose, onKeep }: Omit<CalibrationDialogProps, 'open'>) {
  const { t } = useTranslation('trace');
  const format = useFormat();
  const { upright, widthPx, heightPx, devicePx, dpr, setWidthPx, drag } = useCardFit(calibration);
  const keep = (value: number | null): void => {
    onKeep(value);
    onClose();
  };
  return (
    <>
      <DialogContent>
        <p style={{ margin: 0 }}>{t(upright ? 'calibrate.upright' : 'calibrate.text')}</p>
        <Card style={{ width: widthPx, height: heightPx }}>
          <DragEdge onDrag={drag} />
        </Card>
        <Slider
          aria-label={t('calibrate.edge')}
          min={narrowestPx}
          max={widestPx}
          step={0.5}
          value={widthPx}
          onChange={(_event, value) => setWidthPx(value)}
        />
        <Note>
          {t('calibrate.value', {
            px: format.number(devicePx, 2),
            whole: format.number(paperMm(devicePx, dpr) * dpr),
          })}
        </Note>
        <Note>{t('calibrate.kept')}</Note>
      </DialogContent>
      <DialogActions>
        {calibration !== null && (
          <Button variant="text" onClick={() => keep(null)}>
            {t('calibrate.forget')}
          </Button>
        )}
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button
          variant="contained"
          color="primary"
          disabled={!plausibleCalibration(devicePx)}
          onClick={() => keep(devicePx)}
        >
          {t('calibrate.save')}
        </Button>
      </DialogActions>
    </>
  );
}

export function CalibrationDialog({ open, ...fitting }: CalibrationDialogProps) {
  const { t } = useTranslation('trace');
  return (
    <Dialog open={open} onClose={fitting.onClose} maxWidth="md" aria-labelledby="calibrate-title">
      <DialogTitle id="calibrate-title">{t('calibrate')}</DialogTitle>
      <Fitting {...fitting} />
    </Dialog>
  );
}
