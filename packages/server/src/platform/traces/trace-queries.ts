/** Records a span for each statement of a connection: the kind of statement, never its text or values. */
import { beginSpan } from './traces.ts';

const verb = /^\s*(begin|commit|copy|delete|insert|listen|notify|rollback|select|set|update|with)\b/i;

/** Returns the first word of a statement if it is a known one. */
function verbOf(statement: unknown): string {
  const text: unknown =
    typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement;
  return typeof text === 'string' ? (verb.exec(text)?.[1]?.toLowerCase() ?? 'other') : 'other';
}

type Callback = (fault: unknown, ...more: unknown[]) => void;
const isCallback = (value: unknown): value is Callback => typeof value === 'function';

/** A client of pg: `query` returns a promise, or calls a function that is its last argument. */
type Client = { query: unknown };

export function traceQueries(client: Client): void {
  const { query } = client;
  if (!isCallback(query)) throw new Error('not a client of the database');
  const traced = (...given: unknown[]): unknown => {
    const name = verbOf(given[0]);
    const span = beginSpan(`database ${name}`, 'client', {
      'db.system.name': 'postgresql',
      'db.operation.name': name,
    });
    if (span === null) return Reflect.apply(query, client, given);
    const end = (fault: unknown): void => span.end({ failed: fault !== null && fault !== undefined });
    const last = given.at(-1);
    const sent = isCallback(last)
      ? [
          ...given.slice(0, -1),
          (fault: unknown, ...more: unknown[]) => {
            end(fault);
            last(fault, ...more);
          },
        ]
      : given;
    const result: unknown = Reflect.apply(query, client, sent);
    if (result instanceof Promise) result.then(() => end(null), end);
    else if (!isCallback(last)) end(null);
    return result;
  };
  Reflect.set(client, 'query', traced);
}
