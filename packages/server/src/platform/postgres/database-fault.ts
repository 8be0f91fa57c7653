/** Says in words for the operator why the embedded database cannot be started. */
export class DatabaseFault extends Error {
  readonly code = 'postgres/not-started';
}
