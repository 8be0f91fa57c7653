/**
 * What the history says of a case that came back: a chief returned it, or the hospital asked for a correction. Rows
 * are oldest first and carry the words of actions and edits.
 */
interface Happened {
  readonly action: string;
}

export const handbackActions = ['return', 'request-editing'] as const;
export type HandbackAction = (typeof handbackActions)[number];

export function isHandback(action: string): action is HandbackAction {
  return handbackActions.some((one) => one === action);
}

/** What may happen to a case that came back without work on it going on. */
export const sideActions: readonly string[] = [
  'reassign',
  'change-team',
  'edit-patient',
  'add-user-file',
  'attach-recording',
  'change-center',
];

/** Steps inside the center; their comments are for the center's own staff. */
const innerSteps: readonly string[] = ['reject', 'take-back', 'reassign', 'return'];

/** Whether the comment of this step is for the center's own staff only. */
export const isInnerReason = (action: string): boolean => innerSteps.includes(action);

/** The row that brought the case back, until work on it goes on. */
export function openHandback<Row extends Happened>(rows: readonly Row[]): Row | undefined {
  const last = rows.findLast(({ action }) => !sideActions.includes(action));
  return last !== undefined && isHandback(last.action) ? last : undefined;
}

/** Was the case returned after verification was last asked for? */
export function isReturnedSinceRequest(rows: readonly Happened[]): boolean {
  const last = rows.findLast(({ action }) => action === 'return' || action === 'request-verification');
  return last?.action === 'return';
}
