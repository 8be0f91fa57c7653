/** Thrown by a handler whose job no further attempt can help: it is given up at once, for a person to look at. */
export class GiveUp extends Error {
  constructor(cause: Error) {
    super('the job cannot succeed', { cause });
    this.name = cause.name;
  }
}
