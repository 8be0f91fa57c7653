/** Shows text about a case in which times of the recording are links to their place. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { useMemo } from 'react';
import { useWallClock } from '../../../trace/time/use-wall-clock.ts';
import { writtenTimes } from '../../../trace/time/written-times.ts';
import { TimeLink, useManifest } from './place-link.tsx';

type TimedTextProps = { detail: Pick<CaseDetail, 'case_id' | 'recording'>; text: string };

function Timed({ text, manifest }: { text: string; manifest: RecordingManifest }) {
  const wall = useWallClock(manifest.time_zone);
  const pieces = useMemo(() => writtenTimes(text, manifest, wall), [text, manifest, wall]);
  return pieces.map(({ text: said, sample }, index) =>
    sample === null ? (
      said
    ) : (
      <TimeLink key={index} manifest={manifest} span={{ start: sample, end: sample }}>
        {said}
      </TimeLink>
    ),
  );
}

export function TimedText({ detail, text }: TimedTextProps) {
  const manifest = useManifest(detail);
  return manifest === undefined ? text : <Timed text={text} manifest={manifest} />;
}
