/** Text about a case in which a time of the recording leads there. */
import Link from '@mui/material/Link';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useMemo } from 'react';
import { msAt } from '../../../trace/time/time-scale.ts';
import { useWallClock } from '../../../trace/time/use-wall-clock.ts';
import { writtenTimes } from '../../../trace/time/written-times.ts';
import { recordingQuery } from '../model/use-case.ts';
import { useStripPlace } from './strip-place.tsx';

type TimedTextProps = { detail: Pick<CaseDetail, 'case_id' | 'recording'>; text: string };

/** With a modifier the browser opens the address elsewhere, as it does for any link. */
const isPlain = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !metaKey && !ctrlKey && !shiftKey && !altKey;

function Timed({ text, manifest }: { text: string; manifest: RecordingManifest }) {
  const wall = useWallClock(manifest.time_zone);
  const pieces = useMemo(() => writtenTimes(text, manifest, wall), [text, manifest, wall]);
  const strip = useStripPlace();
  return pieces.map(({ text: said, sample }, index) =>
    sample === null ? (
      said
    ) : (
      <Link
        key={index}
        href={`?at=${encodeURIComponent(new Date(Math.round(msAt(manifest, sample))).toISOString())}`}
        onClick={(event) => {
          if (!isPlain(event)) return;
          event.preventDefault();
          strip.show(sample);
        }}
      >
        {said}
      </Link>
    ),
  );
}

export function TimedText({ detail, text }: TimedTextProps) {
  const { data } = useQuery({
    ...recordingQuery(detail.case_id),
    enabled: detail.recording === 'ready',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data === undefined ? text : <Timed text={text} manifest={data} />;
}
