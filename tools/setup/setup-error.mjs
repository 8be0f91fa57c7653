// @ts-check
/** An error of the set-up that the user can fix: its message is shown without a stack. */
export class SetupError extends Error {}
