import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { ReadingSession } from './reading-session.ts';
import { beatSamples, type NetFault, testServer } from './test-server.ts';
import { figures, opened, relabel, settled } from './test-session.ts';

test('an edit is visible in beats and figures before it is sent, and takes the edit lock', async () => {
  const server = testServer();
  const session = await opened(server);
  session.edit([relabel(3), relabel(4)]);
  expect(session.state.get().unsent).toBe(2);
  expect(server.log).toEqual([]);
  await settled(session);
  const { shown, sending, edit_lock, saved_ms } = session.state.get();
  expect([shown?.summary.v.beats, shown?.beats.class[3], shown?.beats.sample.length]).toEqual([2, 3, 50]);
  expect([sending, edit_lock?.here, saved_ms]).toEqual(['saved', true, 1000]);
  expect(server.log.map(({ edit }) => edit)).toEqual([relabel(3), { ...relabel(4), step: 1 }]);
});

test('unchanged data stays the identical object on the page: all of the beats, or all but their classes', async () => {
  const session = await opened(testServer());
  const beats = () => session.state.get().shown?.beats;
  const before = beats();
  const [first = 0, last = 0] = [beatSamples[5], beatSamples[9]];
  const finding = { kind: 'vt', start_sample: first, end_sample: last } as const;
  session.edit([{ kind: 'judge_finding', finding, verdict: 'accepted' }]);
  await settled(session);
  expect(session.state.get().shown?.findings).toBeDefined();
  expect(beats()).toBe(before);
  session.edit([relabel(5)]);
  await settled(session);
  expect(beats()).not.toBe(before);
  expect([beats()?.sample, beats()?.counted]).toEqual([before?.sample, before?.counted]);
  expect(beats()?.sample).toBe(before?.sample);
  expect([before?.class[5], beats()?.class[5]]).toEqual([1, 3]);
  session.edit([relabel(5)]);
  await settled(session);
  const named = beats();
  session.edit([{ kind: 'judge_finding', finding, verdict: 'open' }]);
  await settled(session);
  expect(beats()).toBe(named);
});

test('an unavailable reading says why, and loads with the next try', async () => {
  let isAway = true;
  const server = testServer(() => (isAway ? 'before' : null));
  const session = await opened(server);
  expect(session.state.get()).toMatchObject({ shown: null, fault: { status: 0 } });
  isAway = false;
  await session.follow();
  expect(session.state.get().fault).toBeNull();
  expect(session.state.get().shown?.beats.sample.length).toBe(50);
});

test('after any connection failures, every edit arrives once and in order', async () => {
  const faults = fc.array(fc.constantFrom<NetFault>('before', 'after', null), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(faults, fc.array(fc.nat(49), { minLength: 1, maxLength: 12 }), async (queue, beats) => {
      const left = [...queue];
      let isOpen = false;
      const server = testServer(() => (isOpen ? (left.shift() ?? null) : null));
      const session = await opened(server);
      isOpen = true;
      for (const [i, beat] of beats.entries()) {
        session.edit([relabel(beat, i % 2 === 0 ? 'V' : 'S')]);
        if (i % 3 === 0) await Promise.resolve();
      }
      await settled(session);
      expect(server.log.map(({ edit }) => edit)).toEqual(
        beats.map((beat, i) => relabel(beat, i % 2 === 0 ? 'V' : 'S')),
      );
      expect(session.state.get().log.map(({ edit }) => edit)).toEqual(server.log.map(({ edit }) => edit));
    }),
    { numRuns: 40 },
  );
});

test('another page’s edits come before waiting ones here, which are renumbered', async () => {
  const server = testServer();
  const [first, second] = [await opened(server, 'a'), await opened(server, 'b')];
  second.edit([{ kind: 'add_strip', start_sample: 1, end_sample: 2, caption: 'b', order: 1 }, relabel(1)]);
  await settled(second);
  server.give('a');
  const strip = { start_sample: 3, end_sample: 4, caption: 'a', order: 2 };
  first.edit([{ kind: 'add_strip', ...strip }]);
  first.edit([
    { kind: 'change_strip', strip: 1, ...strip, caption: 'mine' },
    { kind: 'undo', edit: 2 },
  ]);
  await settled(first);
  expect(server.log.slice(2).map(({ edit }) => edit)).toMatchObject([
    { kind: 'add_strip' },
    { kind: 'change_strip', strip: 3 },
    { kind: 'undo', edit: 4 },
  ]);
  const captions = first.state.get().shown?.strips.map(({ caption }) => caption);
  expect(captions).toEqual(['b', 'a']);
});

test('a follower sees each edit, and writes nothing while another has the edit lock', async () => {
  const server = testServer();
  const writer = await opened(server, 'a');
  writer.edit([relabel(0)]);
  await settled(writer);
  const follower = await opened(server, 'b');
  follower.edit([relabel(1)]);
  expect(follower.state.get()).toMatchObject({ unsent: 0, edit_lock: { here: false, may_take: false } });
  writer.edit([relabel(2)]);
  await settled(writer);
  await follower.follow();
  expect(follower.state.get().shown?.summary.v.beats).toBe(2);
  writer.giveBack();
  await expect.poll(() => writer.state.get().edit_lock?.here).toBe(false);
  await follower.follow();
  follower.edit([relabel(4)]);
  await settled(follower);
  expect(server.log).toHaveLength(3);
});

test('a follower learns without a live event that the edit lock expired', async () => {
  const server = testServer();
  server.give('a');
  const follower = await opened(server, 'b');
  expect(follower.state.get().edit_lock?.holder).not.toBeNull();
  server.give(null);
  follower.stay();
  await expect.poll(() => follower.state.get().edit_lock?.holder).toBeNull();
});

test('edits without the edit lock wait, and are sent when it is free again', async () => {
  const server = testServer();
  const session = await opened(server);
  session.edit([relabel(0)]);
  await settled(session);
  server.give('b');
  session.edit([relabel(1)]);
  await expect.poll(() => session.state.get().sending).toBe('no-edit-lock');
  expect(session.state.get()).toMatchObject({ unsent: 1, edit_lock: { here: false } });
  server.give(null);
  await session.follow();
  await settled(session);
  expect(server.log).toHaveLength(2);
});

test('a user who can neither write nor follow loads no beats', async () => {
  const server = testServer();
  const ports = server.portsOf('a');
  const beats = vi.fn(ports.beats);
  const read = async (after: number) => {
    const answer = await ports.read(after);
    return { ...answer, edit_lock: { ...answer.edit_lock, may_take: false, may_ask: false } };
  };
  const session = new ReadingSession({ ...ports, read, beats });
  await session.open(figures);
  expect([beats.mock.calls.length, session.state.get().shown]).toEqual([0, null]);
  const writer = await opened(server, 'b');
  writer.edit([relabel(0)]);
  await settled(writer);
  await session.follow();
  expect([beats.mock.calls.length, session.state.get().shown?.summary.v.beats]).toEqual([1, 1]);
});

test('a refused checksum stops everything and names the request', async () => {
  const server = testServer();
  const ports = server.portsOf('a');
  const thread = { ...ports.thread, checksum: () => Promise.resolve('0000000000000000') };
  const session = new ReadingSession({ ...ports, thread });
  await session.open(figures);
  session.edit([relabel(0)]);
  await expect.poll(() => session.state.get().sending).toBe('refused');
  expect(session.state.get()).toMatchObject({ unsent: 1, request_id: 'r1' });
  session.edit([relabel(1)]);
  expect([session.state.get().unsent, server.log.length]).toEqual([1, 0]);
});

test('each edit keeps its author and time, also renumbered ones', async () => {
  const server = testServer();
  const here = await opened(server);
  const there = await opened(server, 'b');
  there.edit([relabel(1)]);
  await settled(there);
  expect(there.state.get().log).toMatchObject([{ sequence: 1, author: null, at_ms: 1000 }]);
  server.give(null);
  here.edit([relabel(0)]);
  await settled(here);
  expect(here.state.get().log).toMatchObject([
    { sequence: 1, author: { name: 'Mori' }, at_ms: Date.parse('2026-11-22T00:00:00.000Z') },
    { sequence: 2, author: null, at_ms: 1000 },
  ]);
  expect(await here.queries.changes()).toMatchObject([
    { kind: 'beats_relabelled', samples: [beatSamples[0]], edit: 2 },
    { kind: 'beats_relabelled', samples: [beatSamples[1]], edit: 1 },
  ]);
});

test('an edit of a strip begins from the edits before it, although these are still being computed', async () => {
  const ports = testServer().portsOf('a');
  const slow = Promise.withResolvers<null>();
  const fold: typeof ports.thread.fold = async (request) => {
    if (request.kind === 'apply') await slow.promise;
    return ports.thread.fold(request);
  };
  const session = new ReadingSession({ ...ports, thread: { ...ports.thread, fold } });
  await session.open(figures);
  const place = { start_sample: 0, end_sample: 900, order: 1 };
  const strips = () => session.state.get().shown?.strips.map(({ caption, order }) => [caption, order]);
  session.edit([{ kind: 'add_strip', ...place, caption: '' }]);
  session.edit([{ kind: 'change_strip', strip: 1, ...place, caption: 'Pause' }]);
  expect(strips()).toEqual([['Pause', 1]]);
  session.edit([{ kind: 'change_strip', strip: 1, ...place, caption: 'Pause', order: 2 }]);
  slow.resolve(null);
  await settled(session);
  expect(strips()).toEqual([['Pause', 2]]);
  session.edit([{ kind: 'undo', edit: 2 }]);
  expect(strips()).toEqual([['Pause', 2]]);
  session.edit([{ kind: 'undo', edit: 1 }]);
  expect(strips()).toEqual([]);
});
