/**
 * Returns the text of a failed call on a page before sign-in: the server's text of a refusal, otherwise the error
 * catalogue's.
 */
import { ApiError } from '../../platform/client/api-error.ts';
import { faultAnswer } from '../../platform/client/fault-answers.ts';
import { textOf } from '../../platform/texts/texts.ts';

export function faultWords(error: unknown): Promise<string> {
  if (!(error instanceof ApiError)) throw error;
  const refused = error.status >= 400 && error.status < 500 && error.detail !== '';
  if (refused) return Promise.resolve(error.detail);
  const answer = faultAnswer(error);
  if (answer.kind === 'detail') return Promise.resolve(answer.detail);
  return textOf(answer.kind === 'alert' ? answer.key : 'alert.server-failure');
}

/** Returns the field that a refusal names, if it is one of the given fields. */
export function faultyField<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): Field | undefined {
  return error instanceof ApiError ? fields.find((field) => Object.hasOwn(error.fields, field)) : undefined;
}
