/** Defines the queue of findings, with the walls of strips that it opens, as a tool of the desk. */
import { useState } from 'react';
import { recordingKeys } from '../../../../trace/panels/recording-keys.ts';
import { judgeKeys } from '../../analysis/judge-keys.ts';
import type { DeskTool, RecordingOfCase } from '../keys/desk-tool.ts';
import { useDeskCommands } from '../keys/use-desk-commands.ts';
import { QueueAbsent } from '../session/queue-absent.tsx';
import type { Desk } from '../session/use-desk.ts';
import { LikeWall, wallItems, type WallOf } from './like-wall.tsx';
import { queueActions } from './queue-actions.ts';
import { queueKeys } from './queue-keys.ts';
import { QueuePanel } from './queue-panel.tsx';

type FindingsProps = { readonly desk: Desk; readonly detail: RecordingOfCase };

function Findings({ desk, detail }: FindingsProps) {
  const [wall, setWall] = useState<WallOf | null>(null);
  const { view, writes } = desk;
  const onWall = (of: WallOf): void => setWall(writes && wallItems(desk, of).items.length > 0 ? of : null);
  const wallOf = (of: WallOf) => (writes ? { once: true, run: () => onWall(of) } : undefined);
  useDeskCommands(queueKeys, {
    wall: wallOf('like'),
    'kind-wall': wallOf('kind'),
  });
  if (desk.shown === null) return <QueueAbsent detail={detail} />;
  return (
    <>
      <QueuePanel desk={desk} onWall={onWall} />
      {wall !== null && view !== null ? (
        <LikeWall {...{ desk, view }} of={wall} onClose={() => setWall(null)} />
      ) : null}
    </>
  );
}

export const findingsTool: DeskTool<RecordingOfCase> = {
  id: 'findings',
  tab: { recording: 'scales' },
  left: Findings,
  keys: {
    ...queueKeys,
    ...{ accept: judgeKeys.accept, reject: judgeKeys.reject },
    ...{ 'step-before': recordingKeys['step-before'], 'step-after': recordingKeys['step-after'] },
  },
  actions: queueActions,
};
