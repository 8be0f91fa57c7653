/** The page's side of the conversion: one worker, begun with the first source, answers parsed at the door. */
import { z } from 'zod';
import { checkFault } from '../check/check-result.ts';
import {
  madeAnswer,
  surveyAnswer,
  type MadeAnswer,
  type MakeOrder,
  type SurveyAnswer,
} from './convert-result.ts';
import type { ConvertAsk } from './convert-worker.ts';
import type { Source } from './source.ts';

const refused = z.object({ fault: checkFault });
export type Refused = z.output<typeof refused>;

const said = z.union([
  z.object({ id: z.number(), share: z.number() }),
  z.object({ id: z.number(), failed: z.string() }),
  z.object({ id: z.number(), answer: z.unknown() }),
]);

type Told = (share: number) => void;
type Waiting = {
  readonly told: Told;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (fault: Error) => void;
};

export type Converter = {
  /** `id` names the survey in `make` and `forget`. */
  readonly survey: (
    source: Source,
    told: (share: number) => void,
  ) => { id: number; answer: Promise<SurveyAnswer> };
  /** Rejects with an error where the signal stopped it. */
  readonly make: (
    survey: number,
    order: MakeOrder,
    told: (share: number) => void,
    signal: AbortSignal,
  ) => Promise<MadeAnswer | Refused>;
  readonly forget: (survey: number) => void;
};

/** The worker and the requests that it has not answered yet. */
function makeLine(makeWorker: () => Worker) {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;

  function heard({ data }: MessageEvent<unknown>): void {
    const message = said.parse(data);
    const request = waiting.get(message.id);
    if ('share' in message) return request?.told(message.share);
    waiting.delete(message.id);
    if ('failed' in message) request?.reject(new Error(message.failed));
    else request?.resolve(message.answer);
  }
  function broke(event: Event): void {
    event.preventDefault();
    worker?.terminate();
    worker = undefined;
    for (const request of waiting.values()) request.reject(new Error('the conversion broke off'));
    waiting.clear();
  }
  function post(ask: ConvertAsk): void {
    if (worker === undefined) {
      worker = makeWorker();
      worker.addEventListener('message', heard);
      worker.addEventListener('error', broke);
    }
    worker.postMessage(ask);
  }
  function ask(message: ConvertAsk & { readonly id: number }, told: Told): Promise<unknown> {
    return new Promise((resolve, reject) => {
      waiting.set(message.id, { told, resolve, reject });
      post(message);
    });
  }
  return { post, ask };
}

export function makeConverter(makeWorker: () => Worker): Converter {
  const { post, ask } = makeLine(makeWorker);
  let lastId = 0;
  return {
    survey(source, told) {
      const id = ++lastId;
      const answer = ask({ kind: 'survey', id, source }, told);
      return { id, answer: answer.then((found) => surveyAnswer.parse(found)) };
    },
    make(survey, order, told, signal) {
      const id = ++lastId;
      signal.addEventListener('abort', () => post({ kind: 'stop', id }));
      const answer = ask({ kind: 'make', id, survey, order }, told);
      return answer.then((found) => z.union([madeAnswer, refused]).parse(found));
    },
    forget: (survey) => post({ kind: 'forget', survey }),
  };
}

export const converter = makeConverter(
  () => new Worker(new URL('./convert-worker.ts', import.meta.url), { type: 'module' }),
);
