/** Tests what a reading does when the recording is analysed again. */
import { expect, test } from 'vitest';
import { errorWithoutAnswer } from '../../../platform/client/api-error.ts';
import { ReadingSession } from './reading-session.ts';
import { baseWithGroups, testServer } from './test-server.ts';
import { figures, opened, relabel, settled } from './test-session.ts';

test('edits made during a new analysis are sent with the later analysis', async () => {
  const server = testServer();
  const session = await opened(server);
  session.edit([relabel(0)]);
  await settled(session);
  server.analyse();
  session.edit([relabel(1)]);
  await expect.poll(() => session.state.get().sending).toBe('waiting');
  await session.open(figures);
  await settled(session);
  expect(server.log.map(({ analysis_version, edit }) => [analysis_version, edit])).toEqual([
    [1, relabel(0)],
    [1, relabel(1)],
  ]);
  expect(session.state.get().shown?.summary.v.beats).toBe(2);
});

test('edits that meet an analysis with other groups change the beats of the groups that they were made on', async () => {
  const server = testServer();
  server.analyse(baseWithGroups((i) => (i < 10 ? 0 : 1)));
  const session = await opened(server);
  server.analyse(baseWithGroups((i) => (i < 40 ? 0 : 1), 3));
  session.edit([
    { kind: 'relabel_beats', beats: { by: 'template', template: 0 }, label: 'V' },
    relabel(20, 'S'),
  ]);
  await expect.poll(() => session.state.get().sending).toBe('waiting');
  await session.open(figures);
  session.edit([{ kind: 'relabel_beats', beats: { by: 'template', template: 1 }, label: 'S' }]);
  await settled(session);
  expect(server.log.map(({ analysis_version }) => analysis_version)).toEqual([2, 2, 3]);
  const { summary } = session.state.get().shown ?? {};
  expect([summary?.v.beats, summary?.s.beats]).toEqual([10, 1 + 10]);
  const other = await opened(server, 'b');
  expect(other.state.get().shown?.beats.class).toEqual(session.state.get().shown?.beats.class);
});

test('a later analysis whose beats did not arrive is opened by the next event, and waiting edits are sent', async () => {
  const server = testServer();
  const ports = server.portsOf('a');
  let isAway = false;
  const lost = () => Promise.reject(errorWithoutAnswer('network/offline'));
  const beats = (version: number) => (isAway ? lost() : ports.beats(version));
  const session = new ReadingSession({ ...ports, beats });
  await session.open(figures);
  server.analyse();
  session.edit([relabel(1)]);
  await expect.poll(() => session.state.get().sending).toBe('waiting');
  isAway = true;
  await session.open(figures);
  expect(session.state.get()).toMatchObject({ unsent: 1, fault: { status: 0 } });
  isAway = false;
  await session.follow();
  await settled(session);
  expect(server.log).toHaveLength(1);
  expect(session.state.get().fault).toBeNull();
});

test('the beats are asked for beside the log, and an error of theirs is that of the reading', async () => {
  const server = testServer();
  const ports = server.portsOf('a');
  const asked: string[] = [];
  let isAway = false;
  const session = new ReadingSession({
    ...ports,
    looks_on: true,
    beats: (version) => {
      asked.push('beats');
      return isAway ? Promise.reject(errorWithoutAnswer('network/offline')) : ports.beats(version);
    },
    read: async (after) => {
      const read = await ports.read(after);
      asked.push('log');
      return read;
    },
  });
  await session.open(figures, 1);
  expect(asked).toEqual(['beats', 'log']);
  expect(session.state.get().shown?.beats.sample).toHaveLength(50);
  isAway = true;
  server.analyse();
  await session.open(figures, 2);
  expect(session.state.get().fault).toMatchObject({ code: 'network/offline' });
  isAway = false;
  await session.follow();
  expect(session.state.get().fault).toBeNull();
});
