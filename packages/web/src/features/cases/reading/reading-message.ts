/** What passes between the page and the thread that folds its reading. */
import type { JudgedThing, LoggedEdit } from '@rhythmdesk/ecg/reading/edits';
import type { ReadExtreme } from '@rhythmdesk/ecg/reading/read-extremes';
import type { FigureOptions, ReadFinding } from '@rhythmdesk/ecg/reading/reading-figures';
import type { ReadingChange } from '@rhythmdesk/ecg/reading/reading-changes';
import type { TemplateGroup } from '@rhythmdesk/ecg/reading/template-groups';
import type { GroupBeats, GroupMembers } from '@rhythmdesk/ecg/reading/group-members';
import type { ReadMeasurement, ReadStrip } from '@rhythmdesk/ecg/reading/marks-layer';
import type { AnalysisSummary } from '@rhythmdesk/contract/analysis';
import type { ReadBeats } from './read-beats.ts';

export type ReadingRequest =
  | {
      readonly kind: 'open';
      readonly bytes: ArrayBuffer;
      /** Beat files of earlier analyses that edits were made on. */
      readonly earlier: readonly { readonly analysis_version: number; readonly bytes: ArrayBuffer }[];
      readonly figures: FigureOptions;
      readonly log: readonly LoggedEdit[];
    }
  /** The log is these edits behind `after`, whatever was there. */
  | { readonly kind: 'apply'; readonly after: number; readonly edits: readonly LoggedEdit[] }
  /** Which beats stand for a group of like ones. */
  | { readonly kind: 'members'; readonly template: number }
  /** All beats of such a group. */
  | { readonly kind: 'group'; readonly template: number }
  /** What was changed of what the machine said. */
  | { readonly kind: 'changes' }
  /** Of the reading after the first `at` edits. */
  | { readonly kind: 'checksum'; readonly at: number };

/** A reading as the page shows it. Where only names of beats changed, only their column comes; where nothing did, null. */
export type FoldedReading = {
  readonly beats: ReadBeats | { readonly class: Uint8Array<ArrayBuffer> } | null;
  readonly summary: AnalysisSummary;
  readonly findings: readonly ReadFinding[];
  readonly templates: readonly TemplateGroup[];
  /** What is no episode and was accepted. */
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

/** Nothing else that is answered is a list. */
export const isChanges = (value: unknown): value is readonly ReadingChange[] => Array.isArray(value);

export const isFoldedReading = (value: unknown): value is FoldedReading =>
  isRecord(value) && (value['beats'] === null || isRecord(value['beats'])) && isRecord(value['summary']);
