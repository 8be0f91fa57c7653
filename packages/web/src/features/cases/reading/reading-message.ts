/** Defines the messages between the page and the worker that computes its reading. */
import type { JudgedThing, LoggedEdit } from '@rhythmdesk/ecg/reading/edits';
import type { ReadExtreme } from '@rhythmdesk/ecg/reading/read-extremes';
import type { FigureOptions, ReadFinding } from '@rhythmdesk/ecg/reading/reading-figures';
import type { ReadingChange } from '@rhythmdesk/ecg/reading/reading-changes';
import type { TemplateGroup } from '@rhythmdesk/ecg/reading/template-groups';
import type { GroupBeats, GroupMembers } from '@rhythmdesk/ecg/reading/group-members';
import type { ReadMeasurement } from '@rhythmdesk/ecg/reading/marks-layer';
import type { ReadStrip } from '@rhythmdesk/ecg/reading/read-strips';
import type { AnalysisSummary } from '@rhythmdesk/contract/analysis';
import type { ReadBeats } from './read-beats.ts';

export type ReadingRequest =
  | {
      readonly kind: 'open';
      readonly bytes: ArrayBuffer;
      /** Beat files of earlier analyses that edits are based on. */
      readonly earlier: readonly { readonly analysis_version: number; readonly bytes: ArrayBuffer }[];
      readonly figures: FigureOptions;
      readonly log: readonly LoggedEdit[];
    }
  /** Replaces the log after `after` with these edits. */
  | { readonly kind: 'apply'; readonly after: number; readonly edits: readonly LoggedEdit[] }
  /** Returns the representative beats of a template. */
  | { readonly kind: 'members'; readonly template: number }
  /** Returns all beats of a template. */
  | { readonly kind: 'group'; readonly template: number }
  /** Returns the changes to the automatic analysis. */
  | { readonly kind: 'changes' }
  /** Returns the checksum of the reading after the first `at` edits. */
  | { readonly kind: 'checksum'; readonly at: number };

/**
 * A reading as the page shows it. If only classes of beats changed, only their column is sent; if nothing changed,
 * null.
 */
export type FoldedReading = {
  readonly beats: ReadBeats | { readonly class: Uint8Array<ArrayBuffer> } | null;
  readonly summary: AnalysisSummary;
  readonly findings: readonly ReadFinding[];
  readonly templates: readonly TemplateGroup[];
  /** Accepted items that are not episodes. */
  readonly accepted: readonly JudgedThing[];
  readonly extremes: readonly ReadExtreme[];
  readonly strips: readonly ReadStrip[];
  readonly measurements: readonly ReadMeasurement[];
  readonly unplaced: readonly number[];
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export const isReadingRequest = (value: unknown): value is ReadingRequest & { readonly id: number } =>
  isRecord(value) && typeof value['id'] === 'number' && typeof value['kind'] === 'string';

export const isGroupMembers = (value: unknown): value is GroupMembers =>
  isRecord(value) && Array.isArray(value['overlay']) && Array.isArray(value['worst']);

export const isGroupBeats = (value: unknown): value is GroupBeats =>
  isRecord(value) && value['samples'] instanceof Uint32Array && Array.isArray(value['templates']);

/** No other response is an array. */
export const isChanges = (value: unknown): value is readonly ReadingChange[] => Array.isArray(value);

export const isFoldedReading = (value: unknown): value is FoldedReading =>
  isRecord(value) && (value['beats'] === null || isRecord(value['beats'])) && isRecord(value['summary']);
