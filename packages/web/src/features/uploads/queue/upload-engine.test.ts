/** Tests the upload engine with a simulated store, connection and clock: what the user sees when something fails. */
import { expect, test, vi } from 'vitest';
import { errorFromAnswer, errorWithoutAnswer } from '../../../platform/client/api-error.ts';
import type { KeptSending } from './sending.ts';
import type { EngineDependencies } from './engine-dependencies.ts';
import { UploadEngine } from './upload-engine.ts';

type Line = EngineDependencies['line'];

function world(line: Partial<Line> = {}) {
  const rows = new Map<string, KeptSending>();
  const files = new Map<string, File>();
  let made = 0;
  const parts: EngineDependencies = {
    store: {
      all: () => Promise.resolve([...rows.values()]),
      put: (row) => Promise.resolve(void rows.set(row.id, row)),
      putFile: (id, file) => Promise.resolve(files.set(id, file).has(id)),
      file: (id) => Promise.resolve(files.get(id) ?? null),
      dropFile: (id) => Promise.resolve(void files.delete(id)),
      drop: (id) => Promise.resolve(void (files.delete(id), rows.delete(id))),
      clear: () => {
        files.clear();
        rows.clear();
        return Promise.resolve();
      },
    },
    line: {
      begin: ({ id }) => Promise.resolve({ upload_url: `/files/${id}`, capability: 'secret' }),
      send: () => Promise.resolve(),
      giveUp: () => Promise.resolve(),
      outcome: () => Promise.resolve(null),
      ...line,
    },
    claim: { take: () => Promise.resolve(true), release: () => undefined },
    nowMs: () => 1_000,
    makeId: () => `id${String((made += 1))}`,
  };
  return { parts, rows, files, engine: new UploadEngine(parts) };
}

const sender = { id: 7, scope_number: 1 };
const file = () => new File(['bytes'], 'a.zip');
const wanted = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    file: file(),
    facts: {
      filename: 'a.zip',
      size_bytes: 5,
      fingerprint: 'f',
      made_of: null,
      hn_id: `HN00000${String(at)}`,
      patient_name: '',
      hospital_id: 1,
      fields: {},
    },
  }));
const phases = (engine: UploadEngine) => engine.list.all().map(({ phase }) => phase);
const never = () => new Promise<never>(() => undefined);

test('all uploads begin at once, three are sent', async () => {
  const begin = vi.fn<Line['begin']>(({ id }) =>
    Promise.resolve({ upload_url: `/files/${id}`, capability: 'c' }),
  );
  const { engine, rows, files } = world({ begin, send: never });
  await engine.send(sender, wanted(10));
  await expect.poll(() => begin).toHaveBeenCalledTimes(10);
  await expect.poll(() => phases(engine).filter((phase) => phase === 'sending')).toHaveLength(3);
  expect(
    [...rows.values()].every(({ phase, capability }) => phase === 'waiting' && capability !== null),
  ).toBe(true);
  expect(files.size).toBe(10);
});

test('when the server has every byte the browser stores none', async () => {
  const { engine, files } = world();
  await engine.send(sender, wanted(1));
  await expect.poll(() => phases(engine)).toEqual(['checking']);
  await expect.poll(() => files.size).toBe(0);
});

test('a reloaded page continues with the stored uploads', async () => {
  const first = world({ send: never });
  await first.engine.send(sender, wanted(1));
  await expect.poll(() => first.files.size).toBe(1);
  const send = vi.fn<Line['send']>(() => Promise.resolve());
  const second = new UploadEngine({ ...first.parts, line: { ...first.parts.line, send } });
  await second.restore({ id: 8, scope_number: 1 });
  expect(phases(second)).toEqual([]);
  await second.restore(sender);
  await expect.poll(() => phases(second)).toEqual(['checking']);
  expect(send.mock.calls[0]?.[0].upload_url).toBe('/files/id1');
});

test('uploads begun in a former scope are deleted with their file at the next sign-in, sent or not, and moving back finds none', async () => {
  const first = world({ send: never });
  await first.engine.send(sender, wanted(2));
  await expect.poll(() => first.files.size).toBe(2);
  const later = new UploadEngine(first.parts);
  await later.restore({ id: 7, scope_number: 2 });
  expect([phases(later), first.rows.size, first.files.size]).toEqual([[], 0, 0]);
  await later.restore({ id: 7, scope_number: 3 });
  expect(phases(later)).toEqual([]);
  // The same page after its session has ended.
  const open = world({ send: never });
  await open.engine.send(sender, wanted(1));
  await expect.poll(() => open.files.size).toBe(1);
  await open.engine.restore({ id: 7, scope_number: 2 });
  expect([phases(open.engine), open.rows.size, open.files.size]).toEqual([[], 0, 0]);
});

test('a file that the browser could not store is requested, and continues once given', async () => {
  const first = world({ send: never });
  await first.engine.send(sender, wanted(1));
  await expect.poll(() => first.files.size).toBe(1);
  first.files.clear();
  const second = new UploadEngine({
    ...first.parts,
    line: { ...first.parts.line, send: () => Promise.resolve() },
  });
  await second.restore(sender);
  expect(second.list.all()[0]?.hold).toBe('file');
  second.giveFile('id1', file());
  await expect.poll(() => phases(second)).toEqual(['checking']);
});

test('a lost network is waited for', async () => {
  let lost = true;
  const send = () => (lost ? Promise.reject(errorWithoutAnswer('network/offline')) : Promise.resolve());
  const { engine } = world({ send });
  await engine.send(sender, wanted(1));
  await expect.poll(() => engine.list.all()[0]?.hold).toBe('network');
  lost = false;
  engine.wake();
  await expect.poll(() => phases(engine)).toEqual(['checking']);
});

test('an upload that the server fails again and again has failed, until the user repeats it', async () => {
  let broken = true;
  const fault = errorFromAnswer(500, { code: 'server/fault', detail: 'Server problem.' }, new Headers());
  const send = () => (broken ? Promise.reject(fault) : Promise.resolve());
  const { engine } = world({ send });
  await engine.send(sender, wanted(1));
  await expect
    .poll(() => {
      engine.wake();
      return phases(engine);
    })
    .toEqual(['failed']);
  expect(engine.list.all()[0]?.fault).toMatchObject({ detail: '' });
  broken = false;
  await engine.retry('id1');
  await expect.poll(() => phases(engine)).toEqual(['checking']);
});

test('a failed upload is repeated after a reload too, with the file that the browser stored', async () => {
  const fault = errorFromAnswer(422, { code: 'input/invalid', detail: 'Refused.' }, new Headers());
  const first = world({ send: () => Promise.reject(fault) });
  await first.engine.send(sender, wanted(1));
  await expect.poll(() => [phases(first.engine), first.files.size]).toEqual([['failed'], 1]);
  const line = { ...first.parts.line, send: () => Promise.resolve() };
  const second = new UploadEngine({ ...first.parts, line });
  await second.restore(sender);
  await second.retry('id1');
  expect(second.list.all()[0]?.hold).toBeNull();
  await expect.poll(() => phases(second)).toEqual(['checking']);
});

test('a refusal keeps the server’s text, and cancelling ends the upload', async () => {
  const body = { code: 'case/hn-id-taken', detail: 'This HN ID is already in use.' };
  const giveUp = vi.fn<Line['giveUp']>(() => Promise.resolve());
  const refused = world({ begin: () => Promise.reject(errorFromAnswer(409, body, new Headers())), giveUp });
  await refused.engine.send(sender, wanted(1));
  await expect.poll(() => refused.engine.list.all()[0]?.fault).toMatchObject(body);
  const open = world({ send: never, giveUp });
  await open.engine.send(sender, wanted(1));
  await expect.poll(() => phases(open.engine)).toEqual(['sending']);
  await open.engine.remove('id1');
  expect(giveUp).toHaveBeenCalledTimes(1);
  expect(open.rows.size).toBe(0);
});

test('an ended session keeps uploads that are not begun until its user returns', async () => {
  let signedIn = false;
  const begin: Line['begin'] = () =>
    signedIn
      ? Promise.resolve({ upload_url: '/files/x', capability: 'c' })
      : Promise.reject(errorFromAnswer(403, {}, new Headers()));
  const { engine } = world({ begin });
  await engine.send(sender, wanted(1));
  await expect.poll(() => engine.list.all()[0]?.hold).toBe('sign-in');
  signedIn = true;
  await engine.restore(sender);
  await expect.poll(() => phases(engine)).toEqual(['checking']);
});

test('after a sign-out nothing is stored, running uploads end, and the server’s continue', async () => {
  const giveUp = vi.fn<Line['giveUp']>(() => Promise.resolve());
  const signals: AbortSignal[] = [];
  const send: Line['send'] = ({ id }, _file, _tell, signal) => {
    signals.push(signal);
    return id === 'id1'
      ? Promise.resolve()
      : new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('left', 'AbortError')));
        });
  };
  const { engine, rows, files } = world({ send, giveUp });
  await engine.send(sender, wanted(3));
  await expect.poll(() => phases(engine).sort()).toEqual(['checking', 'sending', 'sending']);
  await engine.leave();
  expect([rows.size, files.size, phases(engine)]).toEqual([0, 0, []]);
  expect(signals.slice(1).every(({ aborted }) => aborted)).toBe(true);
  expect(giveUp.mock.calls.map(([{ id }]) => id).sort()).toEqual(['id2', 'id3']);
  await engine.restore(sender);
  await Promise.resolve();
  expect([rows.size, files.size, phases(engine)]).toEqual([0, 0, []]);
});
