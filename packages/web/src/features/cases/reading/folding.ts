/** Computes the state of a reading inside the worker, as plain functions (no worker API), so that it can be tested. */
import { analysisSummary } from '@rhythmdesk/contract/analysis';
import { decodeBeats, type AnalysedBeats } from '@rhythmdesk/ecg/beats/beat-file';
import type { LoggedEdit } from '@rhythmdesk/ecg/reading/edits';
import {
  openReading,
  type OpenReading,
  type Reading,
  type ReadingBase,
} from '@rhythmdesk/ecg/reading/reading';
import { readingChanges, type ReadingChange } from '@rhythmdesk/ecg/reading/reading-changes';
import { readExtremes } from '@rhythmdesk/ecg/reading/read-extremes';
import {
  createReadingFigures,
  readFindings,
  type FigureOptions,
} from '@rhythmdesk/ecg/reading/reading-figures';
import {
  groupBeats,
  groupMembers,
  type GroupBeats,
  type GroupMembers,
} from '@rhythmdesk/ecg/reading/group-members';
import { tileSamples } from '@rhythmdesk/ecg/pyramid/layout';
import { templateGroups } from '@rhythmdesk/ecg/reading/template-groups';
import { readBeats } from './read-beats.ts';
import type { FoldedReading, ReadingRequest } from './reading-message.ts';

function decoded(bytes: ArrayBuffer): AnalysedBeats {
  const answer = decodeBeats(new Uint8Array(bytes));
  if (!answer.ok) throw new Error(answer.code);
  return answer.value;
}

/** An overlay of about fifty beats from at most six tiles. */
const memberLimits = { tile_samples: tileSamples, tiles: 6, per_tile: 8, per_class: 6, worst: 6 } as const;

type OpenedReading = {
  readonly open: OpenReading;
  readonly base: ReadingBase;
  readonly figures: FigureOptions;
  readonly summarise: ReturnType<typeof createReadingFigures>;
  readonly log: LoggedEdit[];
};

function replace({ open, log }: OpenedReading, after: number, edits: readonly LoggedEdit[]): void {
  open.truncate(after);
  open.apply(edits);
  log.splice(after, log.length, ...edits);
}

/**
 * The beats that the page already has: if positions and quality are the same, it needs only the classes, or nothing.
 */
type Shown = Pick<Reading, 'quality'> & { readonly samples: Uint32Array; readonly classes: Uint8Array };

function changedBeats(shown: Shown | undefined, { beats, quality }: Reading): FoldedReading['beats'] {
  if (shown?.samples !== beats.samples || shown.quality !== quality) return readBeats(beats, quality);
  const { classes } = beats;
  let at = 0;
  while (at < classes.length && classes[at] === shown.classes[at]) at += 1;
  return at === classes.length ? null : { class: Uint8Array.from(classes) };
}

type ReadingQuery = Exclude<ReadingRequest, { kind: 'open' | 'apply' }>;

type Answer = GroupMembers | GroupBeats | readonly ReadingChange[] | string;

/** Answers queries that do not change the reading. */
function answerOf({ open, base, log }: OpenedReading, query: ReadingQuery): Answer {
  if (query.kind === 'members') return groupMembers(open.reading().beats, query.template, memberLimits);
  if (query.kind === 'group') return groupBeats(open.reading().beats, base.beats, query.template);
  if (query.kind === 'changes') return readingChanges(base, open);
  const rest = log.slice(query.at);
  open.truncate(query.at);
  const checksum = open.checksum();
  open.apply(rest);
  return checksum;
}

export function createFolding(): (request: ReadingRequest) => FoldedReading | Answer {
  let held: OpenedReading | undefined;
  let shown: Shown | undefined;

  function fold({ open, figures, summarise }: OpenedReading): FoldedReading {
    const reading = open.reading();
    const { beats, quality, accepted, strips, measurements, unplaced } = reading;
    const changed = changedBeats(shown, reading);
    // A copy: the answer is transferred out of this worker, and the reading may overwrite its own array.
    if (changed !== null)
      shown = { samples: beats.samples, quality, classes: Uint8Array.from(changed.class) };
    const summary = summarise(reading, figures);
    return {
      beats: changed,
      summary: analysisSummary.parse(summary),
      findings: readFindings(summary, reading),
      templates: templateGroups(beats),
      extremes: readExtremes(summary, reading),
      accepted,
      strips,
      measurements,
      unplaced,
    };
  }

  return (request) => {
    if (request.kind === 'open') {
      const earlier = request.earlier.map(
        ({ analysis_version, bytes }) => [analysis_version, decoded(bytes).beats] as const,
      );
      const analysed = decoded(request.bytes);
      const { figures } = request;
      const open = openReading(analysed, new Map(earlier));
      held = { open, base: analysed, figures, summarise: createReadingFigures(), log: [] };
      shown = undefined;
      replace(held, 0, request.log);
      return fold(held);
    }
    if (held === undefined) throw new Error('a reading was asked for before it was opened');
    if (request.kind === 'apply') {
      replace(held, request.after, request.edits);
      return fold(held);
    }
    return answerOf(held, request);
  };
}
