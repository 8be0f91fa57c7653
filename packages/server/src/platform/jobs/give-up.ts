/**
 * Defines the exception that a handler throws if no further attempt can help. The job is given up at once and waits for
 * an operator.
 */
export class GiveUp extends Error {
  constructor(cause: Error) {
    super('the job cannot succeed', { cause });
    this.name = cause.name;
  }
}
