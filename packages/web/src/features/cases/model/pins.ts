/** Sorts the internal comments that are pinned to a place of the recording: open ones, and answered ones. */
import type { Comment } from '@rhythmdesk/contract/cases';
import type { SampleSpan } from '../../../trace/time/time-scale.ts';

export type PinnedPlace = NonNullable<Comment['place']>;

export type Pin = {
  readonly comment_id: number;
  /** In the order in which they were written, from 1: a later comment renumbers none. */
  readonly number: number;
  readonly span: SampleSpan;
  readonly comment: Comment;
  readonly isOpen: boolean;
  /** Oldest first. */
  readonly replies: readonly Comment[];
};

export const spanOfPlace = ({ start_sample, end_sample }: PinnedPlace): SampleSpan => ({
  start: start_sample,
  end: end_sample ?? start_sample,
});

/** Sorts open ones first, each group in the order of the recording. */
export function pinsOf(comments: readonly Comment[]): readonly Pin[] {
  const pinned = comments.flatMap((comment) =>
    comment.internal && comment.place !== null ? [{ comment, span: spanOfPlace(comment.place) }] : [],
  );
  return pinned
    .map(({ comment, span }, index): Pin => {
      const { comment_id } = comment;
      const replies = comments.filter(({ reply_to }) => reply_to === comment_id);
      return { comment_id, number: index + 1, span, comment, isOpen: comment.answered === null, replies };
    })
    .sort((a, b) => Number(b.isOpen) - Number(a.isOpen) || a.span.start - b.span.start);
}

export const openPins = (pins: readonly Pin[]): readonly Pin[] => pins.filter(({ isOpen }) => isOpen);

/** Returns the pin before or after the selected one; at the ends it stays. */
export function pinAfter(pins: readonly Pin[], comment_id: number | null, by: -1 | 1): Pin | undefined {
  const at = pins.findIndex((pin) => pin.comment_id === comment_id);
  if (at < 0) return by > 0 ? pins[0] : pins.at(-1);
  return pins[Math.min(pins.length - 1, Math.max(0, at + by))];
}
