/** Shows a place of the recording by its time, as a link that moves the strip there. */
import Link from '@mui/material/Link';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { dayOfRecording } from '../../../trace/time/day-of-recording.ts';
import { msAt, type SampleSpan } from '../../../trace/time/time-scale.ts';
import { useWallClock } from '../../../trace/time/use-wall-clock.ts';
import { recordingQuery } from '../model/use-case.ts';
import { useStripPlace } from './strip-place.tsx';

/** With a modifier key the browser opens the address elsewhere, as for any link. */
const isPlain = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !metaKey && !ctrlKey && !shiftKey && !altKey;

type TimeLinkProps = {
  readonly manifest: RecordingManifest;
  readonly span: SampleSpan;
  readonly children: ReactNode;
};

export function TimeLink({ manifest, span, children }: TimeLinkProps) {
  const strip = useStripPlace();
  const at = new Date(Math.round(msAt(manifest, span.start))).toISOString();
  return (
    <Link
      href={`?at=${encodeURIComponent(at)}`}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        if (span.end > span.start) strip.showSpan(span);
        else strip.show(span.start);
      }}
    >
      {children}
    </Link>
  );
}

function PlaceTime({ manifest, span }: Omit<TimeLinkProps, 'children'>) {
  const { t } = useTranslation('analysis');
  const format = useFormat();
  const wall = useWallClock(manifest.time_zone);
  const day = dayOfRecording(manifest, wall, span.start);
  const time = wall.second(msAt(manifest, span.start));
  return (
    <TimeLink {...{ manifest, span }}>
      {day === null ? time : `${t('day', { day: format.number(day.day) })} ${time}`}
    </TimeLink>
  );
}

/** Returns the manifest with the recording's clock; undefined if there is no recording to show. */
export function useManifest({
  case_id,
  recording,
}: Pick<CaseDetail, 'case_id' | 'recording'>): RecordingManifest | undefined {
  const { data } = useQuery({
    ...recordingQuery(case_id),
    enabled: recording === 'ready',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

type PlaceLinkProps = {
  readonly detail: Pick<CaseDetail, 'case_id' | 'recording'>;
  readonly span: SampleSpan;
};

/** Renders nothing if the recording cannot be shown. */
export function PlaceLink({ detail, span }: PlaceLinkProps) {
  const manifest = useManifest(detail);
  return manifest === undefined ? null : <PlaceTime {...{ manifest, span }} />;
}
