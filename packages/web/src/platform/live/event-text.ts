/**
 * Server-sent events out of a byte stream, as the WHATWG HTML standard (9.2.6) reads them: lines end with CR,
 * LF or both, `data` lines of one event are joined by LF, an empty line ends the event, a line that begins with
 * a colon is a comment. Only what the product sends is kept: the data.
 */
export type EventReader = {
  /** Takes the next piece of text and gives the data of every event that it completed. */
  push(piece: string): string[];
};

export function eventReader(): EventReader {
  let rest = '';
  let data: string[] = [];

  function line(text: string, done: string[]): void {
    if (text === '') {
      if (data.length > 0) done.push(data.join('\n'));
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    const name = colon < 0 ? text : text.slice(0, colon);
    if (name !== 'data') return;
    const value = colon < 0 ? '' : text.slice(colon + 1);
    data.push(value.startsWith(' ') ? value.slice(1) : value);
  }

  return {
    push(piece) {
      const done: string[] = [];
      const text = rest + piece;
      const endsInCr = text.endsWith('\r');
      const lines = (endsInCr ? text.slice(0, -1) : text).split(/\r\n|\r|\n/);
      rest = (lines.pop() ?? '') + (endsInCr ? '\r' : '');
      for (const each of lines) line(each, done);
      return done;
    },
  };
}

/** How long to wait before the next attempt: doubled from one second to thirty, spread by `chance` (0 to 1). */
export function retryDelayMs(failures: number, chance: number): number {
  const base = Math.min(30_000, 1_000 * 2 ** Math.min(failures, 10));
  return base / 2 + (base / 2) * chance;
}
