/**
 * What this browser answers by itself in place of the server: a recording to practise on, which no server holds. The
 * page asks for it as for any other, so that what is practised on is the page itself.
 */
/** Null for what is the server's to answer. `path` with its query; `body` as it would be sent. */
export type LocalAnswer = (path: string, body: string | null) => Promise<Response> | null;

let standing: LocalAnswer | null = null;

/** Until the answer is called. */
export function answerHere(answer: LocalAnswer): () => void {
  standing = answer;
  return () => {
    if (standing === answer) standing = null;
  };
}

export function answeredHere(input: string | URL | Request, init?: RequestInit): Promise<Response> | null {
  if (standing === null || typeof input !== 'string') return null;
  return standing(input, typeof init?.body === 'string' ? init.body : null);
}
