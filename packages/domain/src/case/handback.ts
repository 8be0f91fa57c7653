/**
 * Finds in the history whether a case came back: a chief returned it, or the hospital requested a correction. Rows are
 * oldest first and contain the names of actions and edits.
 */
interface Happened {
  readonly action: string;
}

export const handbackActions = ['return', 'request-editing'] as const;
export type HandbackAction = (typeof handbackActions)[number];

export function isHandback(action: string): action is HandbackAction {
  return handbackActions.some((one) => one === action);
}

/** Actions on a returned case that do not mean that work on it has resumed. */
export const sideActions: readonly string[] = [
  'reassign',
  'change-team',
  'edit-patient',
  'add-user-file',
  'attach-recording',
  'change-center',
];

/** Steps inside the center; only the center's own staff see their comments. */
const innerSteps: readonly string[] = ['reject', 'take-back', 'reassign', 'return'];

/** Returns true if only the center's own staff see the comment of this step. */
export const isInnerReason = (action: string): boolean => innerSteps.includes(action);

/** Returns the row that returned the case, unless work on it has resumed. */
export function openHandback<Row extends Happened>(rows: readonly Row[]): Row | undefined {
  const last = rows.findLast(({ action }) => !sideActions.includes(action));
  return last !== undefined && isHandback(last.action) ? last : undefined;
}

const correctionSteps: readonly string[] = ['request-editing', 'cancel-editing', 'complete-editing'];

/**
 * Returns the row whose reason is shown with the case: why it came back, and the hospital's request as long as its
 * correction is not complete, because the chief verifies what was requested.
 */
export function shownHandback<Row extends Happened>(rows: readonly Row[]): Row | undefined {
  const correction = rows.findLast(({ action }) => correctionSteps.includes(action));
  return openHandback(rows) ?? (correction?.action === 'request-editing' ? correction : undefined);
}

/** Checks whether the case was returned after the last request for verification. */
export function isReturnedSinceRequest(rows: readonly Happened[]): boolean {
  const last = rows.findLast(({ action }) => action === 'return' || action === 'request-verification');
  return last?.action === 'return';
}
