/**
 * Runs the conversion from the page: one worker, started with the first source, whose responses are parsed on arrival.
 */
import { z } from 'zod';
import { makeWorkerRequests } from '../../../platform/worker-requests.ts';
import { checkFault } from '../check/check-result.ts';
import {
  madeAnswer,
  surveyAnswer,
  type MadeAnswer,
  type MakeOrder,
  type SurveyAnswer,
} from './convert-result.ts';
import type { ConvertBody } from './convert-worker.ts';
import type { Source } from './source.ts';

const refused = z.object({ fault: checkFault });
type Refused = z.output<typeof refused>;

export type Converter = {
  /** `id` names the survey in `make` and `forget`. */
  readonly survey: (
    source: Source,
    onShare: (share: number) => void,
  ) => { id: number; answer: Promise<SurveyAnswer> };
  /** Rejects with an error if the signal aborted it. */
  readonly make: (
    survey: number,
    order: MakeOrder,
    onShare: (share: number) => void,
    signal: AbortSignal,
  ) => Promise<MadeAnswer | Refused>;
  readonly forget: (survey: number) => void;
};

const requests = makeWorkerRequests(
  () => new Worker(new URL('./convert-worker.ts', import.meta.url), { type: 'module' }),
  'the conversion broke off',
);

/** Checks by type that every message is one that the worker knows. */
const body = <Body extends ConvertBody>(message: Body): Body => message;

export const converter: Converter = {
  survey(source, onShare) {
    const { id, answer } = requests.ask(body({ kind: 'survey', source }), { onShare });
    return { id, answer: answer.then((found) => surveyAnswer.parse(found)) };
  },
  make(survey, order, onShare, signal) {
    const { id, answer } = requests.ask(body({ kind: 'make', survey, order }), { onShare });
    signal.addEventListener('abort', () => requests.post(body({ kind: 'stop', id })));
    return answer.then((found) => z.union([madeAnswer, refused]).parse(found));
  },
  forget: (survey) => requests.post(body({ kind: 'forget', survey })),
};
