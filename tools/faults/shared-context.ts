/**
 * Lets the short forms of several programs use one server in turn, because most of their time is the start of a server.
 * A program that fails leaves no server to the next one.
 */

type Open<Context> = (work: (context: Context) => Promise<void>) => Promise<void>;
type Kept<Context> = { readonly context: Promise<Context>; readonly end: () => Promise<void> };

const endings: (() => Promise<void>)[] = [];

function keep<Context>(open: Open<Context>): Kept<Context> {
  const opened = Promise.withResolvers<Context>();
  const over = Promise.withResolvers<undefined>();
  const whole = open(async (context) => {
    opened.resolve(context);
    await over.promise;
  });
  whole.catch(opened.reject);
  const end = (): Promise<void> => {
    over.resolve(undefined);
    return whole;
  };
  return { context: opened.promise, end };
}

/** Returns a function that runs `work` with what `open` opens; it stays open until `endShared`. */
export function shared<Context>(open: Open<Context>) {
  let kept: Kept<Context> | null = null;
  const end = async (): Promise<void> => {
    const last = kept;
    kept = null;
    await last?.end();
  };
  endings.push(end);
  return async <Result>(work: (context: Context) => Promise<Result>): Promise<Result> => {
    kept ??= keep(open);
    try {
      return await work(await kept.context);
    } catch (fault) {
      await end().catch(() => undefined);
      throw fault;
    }
  };
}

/** Ends every server that is shared. */
export async function endShared(): Promise<void> {
  for (const end of endings) await end();
}
