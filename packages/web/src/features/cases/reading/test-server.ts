/** Simulates a server of readings in memory, with the invariants of the real one and faults on request. */
import type { EditLock } from '@rhythmdesk/contract/reading';
import { encodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import type { LoggedEdit } from '@rhythmdesk/ecg/reading/edits';
import { openReading, type ReadingBase } from '@rhythmdesk/ecg/reading/reading';
import { errorFromAnswer, errorWithoutAnswer } from '../../../platform/client/api-error.ts';
import { createFolding } from './folding.ts';
import { isChanges } from './reading-message.ts';
import type { EditBatch, ReadingPorts } from './reading-state.ts';
import type { ReadingThread } from './reading-thread.ts';

/** `before`: the call never arrives; `after`: its response is lost. */
export type NetFault = 'before' | 'after' | null;

const nobody = { id: 1, name: 'Mori' };
const refused = (code: string) =>
  errorFromAnswer(409, { code, detail: '', request_id: 'r1', fields: {} }, new Headers());

export const testBase: ReadingBase = {
  beats: {
    sampling_hz: 250,
    length: 60 * 250,
    samples: Uint32Array.from({ length: 50 }, (_, i) => 300 + i * 250),
    classes: new Uint8Array(50).fill(1),
    templates: new Uint8Array(50),
    confidence: new Uint8Array(50).fill(90),
    leads: new Uint8Array(50),
    onsets: new Uint8Array(50),
    offsets: new Uint8Array(50),
    af: new Uint8Array(50),
    shapes: [],
  },
  quality: { seconds: 60, leads: [new Uint8Array(60)], used: new Uint8Array(60) },
};
/** Returns an analysis whose beats have other groups and are later by some samples. */
export const baseWithGroups = (group: (beat: number) => number, shift = 0): ReadingBase => ({
  ...testBase,
  beats: {
    ...testBase.beats,
    samples: testBase.beats.samples.map((sample) => sample + shift),
    templates: testBase.beats.templates.map((_, i) => group(i)),
  },
});
export const beatSamples = [...testBase.beats.samples];

/** Makes a worker replacement that runs in this thread. */
function foldingThread(): ReadingThread {
  const fold = createFolding();
  return {
    fold: (request) => {
      const answer = fold(request);
      return typeof answer === 'object' && 'beats' in answer
        ? Promise.resolve(answer)
        : Promise.reject(new Error('no reading'));
    },
    members: (template) => {
      const answer = fold({ kind: 'members', template });
      return typeof answer === 'object' && 'overlay' in answer
        ? Promise.resolve(answer)
        : Promise.reject(new Error('no members'));
    },
    group: (template) => {
      const answer = fold({ kind: 'group', template });
      return typeof answer === 'object' && 'templates' in answer && 'samples' in answer
        ? Promise.resolve(answer)
        : Promise.reject(new Error('no group'));
    },
    changes: () => {
      const answer = fold({ kind: 'changes' });
      return isChanges(answer) ? Promise.resolve(answer) : Promise.reject(new Error('no changes'));
    },
    checksum: (at) => {
      const answer = fold({ kind: 'checksum', at });
      return typeof answer === 'string' ? Promise.resolve(answer) : Promise.reject(new Error('no checksum'));
    },
    close: () => undefined,
  };
}

type Row = LoggedEdit & { readonly page: string };
type ServerState = {
  readonly log: Row[];
  holder: string | null;
  /** The analyses, of which the last one is current. */
  readonly analyses: ReadingBase[];
};

const current = ({ analyses }: ServerState): ReadingBase => analyses.at(-1) ?? testBase;

/** Returns the beats of these versions that differ from the current ones. */
function earlierOf(held: ServerState, versions: readonly number[]): Map<number, ReadingBase['beats']> {
  const found = [...new Set(versions)].map(
    (version) => [version, (held.analyses[version - 1] ?? testBase).beats] as const,
  );
  return new Map(found.filter(([, beats]) => beats !== current(held).beats));
}

function append(held: ServerState, page: string, batch: EditBatch) {
  const { after, analysis_version, made_on = analysis_version, edits, checksum } = batch;
  const { log } = held;
  const stored = log.slice(after, after + edits.length);
  const isSame = (row: Row, i: number): boolean =>
    row.page === page && JSON.stringify(row.edit) === JSON.stringify(edits[i]);
  if (stored.length === edits.length && stored.every(isSame)) return { sequence: after + edits.length };
  if (held.holder !== page) throw refused('reading/no-edit-lock');
  if (analysis_version !== held.analyses.length) throw refused('reading/other-analysis');
  if (after !== log.length) throw refused('reading/behind');
  const next = edits.map((edit, i) => ({ sequence: after + i + 1, analysis_version: made_on, edit, page }));
  const all = [...log, ...next];
  const reading = openReading(
    current(held),
    earlierOf(
      held,
      all.map((row) => row.analysis_version),
    ),
  );
  reading.apply(all);
  if (reading.checksum() !== checksum) throw refused('reading/checksum');
  log.push(...next);
  return { sequence: log.length };
}

const editLockFor = ({ holder }: ServerState, page: string): EditLock => ({
  holder: holder === null ? null : nobody,
  here: holder === page,
  may_take: holder === null || holder === page,
  may_ask: true,
  asked_by: null,
});

function changeEditLock(held: ServerState, page: string, act: 'take' | 'ask' | 'give_back'): EditLock {
  if (act === 'take' && held.holder !== null && held.holder !== page) throw refused('reading/no-edit-lock');
  if (act === 'take') held.holder = page;
  if (act === 'give_back' && held.holder === page) held.holder = null;
  return editLockFor(held, page);
}

export function testServer(fault: () => NetFault = () => null) {
  const held: ServerState = { log: [], holder: null, analyses: [testBase] };
  const call = async <T>(work: () => T): Promise<T> => {
    await Promise.resolve();
    const now = fault();
    if (now === 'before') throw errorWithoutAnswer('network/offline');
    const answer = work();
    if (now === 'after') throw errorWithoutAnswer('network/offline');
    return answer;
  };
  const written = { author: nobody, created_at: '2026-11-22T00:00:00.000Z' };
  const portsOf = (page: string): ReadingPorts => ({
    read: (after) =>
      call(() => ({
        case_id: 1,
        analysis_version: held.analyses.length,
        sequence: held.log.length,
        edits: held.log.slice(after).map(({ page: _, ...row }) => ({ ...row, ...written })),
        earlier_versions: [
          ...earlierOf(
            held,
            held.log.map((row) => row.analysis_version),
          ).keys(),
        ],
        edit_lock: editLockFor(held, page),
      })),
    append: (batch) => call(() => append(held, page, batch)),
    changeLock: (act) => call(() => changeEditLock(held, page, act)),
    beats: (version) => Promise.resolve(encodeBeats(held.analyses[version - 1] ?? testBase).slice().buffer),
    thread: foldingThread(),
    looks_on: false,
    now: () => 1000,
    wait: () => Promise.resolve(),
  });
  return {
    log: held.log,
    portsOf,
    give: (page: string | null) => void (held.holder = page),
    analyse: (found: ReadingBase = testBase) => void held.analyses.push(found),
  };
}
