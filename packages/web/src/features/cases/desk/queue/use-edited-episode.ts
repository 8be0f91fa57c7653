/**
 * Provides the selected episode for the strip, which draws it and lets the user who holds the edit lock move its ends.
 */
import type { EditedEpisode } from '../../../../trace/signal/edited-episode.ts';
import { useFindingName } from '../../analysis/use-finding-name.ts';
import { useEpisodeWords } from '../session/episode-words.ts';
import { hasEnds, setEndsEdits } from '../session/finding-edits.ts';
import type { Desk } from '../session/use-desk.ts';

export function useEditedEpisode({ current, latest, writes, write }: Desk): EditedEpisode | undefined {
  const wordsOf = useEpisodeWords();
  const nameOf = useFindingName();
  if (current?.of !== 'episode' || current.state === 'rejected') return undefined;
  const { kind, start_sample: start, end_sample: end, instead_of } = current.finding;
  const name = current.finding.name ?? nameOf(kind);
  return {
    key: current.key,
    kind,
    start,
    end,
    words: wordsOf(name),
    engine: instead_of === undefined ? null : { start: instead_of.start_sample, end: instead_of.end_sample },
    onMove:
      writes && hasEnds(current)
        ? (ends) => {
            const edits = setEndsEdits(latest(current), ends);
            write(edits);
            return edits.length > 0;
          }
        : null,
  };
}
