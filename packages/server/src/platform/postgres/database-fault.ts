/** Explains to the operator in plain words why the embedded database cannot be started. */
export class DatabaseFault extends Error {
  readonly code = 'postgres/not-started';
}
