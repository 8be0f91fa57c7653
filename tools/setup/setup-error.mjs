// @ts-check
/** What the set-up cannot do and the reader can mend: shown as it stands, without a stack. */
export class SetupError extends Error {}
