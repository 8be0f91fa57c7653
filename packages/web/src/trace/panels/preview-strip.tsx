/**
 * Draws a small strip of a recording, for the preview pane of a list and for a file that is not sent yet.
 *
 * It takes one lead's samples as they are stored; same paper and drawing rules, no tools. Without times (before
 * sending) there is no time rail.
 */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { extentOfSamples } from '../time/lead-layout.ts';
import { PlainCanvas } from '../paint/plain-canvas.tsx';
import { millivolts } from '../time/measure.ts';
import type { LeadScale } from '../time/measure.ts';
import type { Beats, Episode } from '../signal/reading.ts';
import { drawStrip } from '../paint/renderer-strip.ts';
import { previewPicture } from '../paint/preview-picture.ts';
import { useCalibration } from './use-calibration.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';
import { useTraceWords } from './use-trace-words.ts';
import { useWallClock } from '../time/use-wall-clock.ts';

export type PreviewStripProps = {
  /** Stored samples of one lead; −32768 means no signal. */
  readonly samples: Int16Array;
  readonly lead: LeadScale & { readonly label: string };
  readonly sampling_hz: number;
  /** Unix milliseconds of `samples[0]`. */
  readonly start_ms: number;
  readonly time_zone: string;
  /** Paper height with its rails, in CSS pixels. */
  readonly heightPx?: number | undefined;
  /** Beat rail and time rail: shown in the preview of a case, not in the preview of a file. */
  readonly rails?: boolean | undefined;
  /** Positions are relative to `samples[0]`. */
  readonly beats?: Beats | undefined;
  readonly episodes?: readonly Episode[] | undefined;
};

export function PreviewStrip(props: PreviewStripProps) {
  const { samples, lead, time_zone, start_ms, heightPx = 84, rails = false } = props;
  const { t } = useTranslation('trace');
  const colours = useTraceColours();
  const { calibration } = useCalibration();
  const words = useTraceWords(calibration !== null);
  const wall = useWallClock(time_zone);
  const values = useMemo(
    () => Float32Array.from(samples, (raw) => millivolts(lead, raw) ?? NaN),
    [samples, lead],
  );
  const extent = useMemo(() => extentOfSamples(values), [values]);
  return (
    <PlainCanvas
      label={t('preview.label', { lead: lead.label, time: wall.second(start_ms) })}
      heightPx={heightPx}
      draw={(ctx, surface) => {
        const picture = previewPicture({
          ...props,
          rails,
          values,
          extent,
          surface,
          calibration,
          words,
          wall,
        });
        drawStrip(ctx, picture, colours);
      }}
    />
  );
}
