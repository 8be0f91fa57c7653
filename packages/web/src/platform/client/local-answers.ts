/**
 * Lets this browser answer requests instead of the server: used for the practice recording, which is not stored on any
 * server. The page requests it like any other, so that users practise on the real page.
 */
/** Returns null if the server answers. `path` includes its query; `body` is as it would be sent. */
export type LocalAnswer = (path: string, body: string | null) => Promise<Response> | null;

let standing: LocalAnswer | null = null;

/** Installs a local handler; returns the function that removes it. */
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
