/** Defines a tool of the desk: the ends of the open episode that the strip does not show. It has no tab. */
import type { DeskTool, RecordingOfCase } from '../keys/desk-tool.ts';
import type { Desk } from '../session/use-desk.ts';
import { OtherEnds } from './other-ends.tsx';
import { useEditedEpisode } from './use-edited-episode.ts';

function Ends({ desk }: { readonly desk: Desk }) {
  const episode = useEditedEpisode(desk);
  const { view, shown } = desk;
  if (episode === undefined || view === null || shown === null) return null;
  return <OtherEnds {...{ episode, view }} beats={shown.beats.sample} />;
}

export const endsTool: DeskTool<RecordingOfCase> = { id: 'ends', right: Ends };
