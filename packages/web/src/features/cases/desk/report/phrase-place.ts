/** Places a phrase in a conclusion: as a paragraph of its own at the cursor. */
export type Placed = {
  readonly text: string;
  /** Start and end of the phrase itself. */
  readonly start: number;
  readonly end: number;
};

/** If the cursor is inside a line, the phrase is inserted after that line. */
export function placePhrase(text: string, at: number, phrase: string): Placed {
  const lineEnd = text.indexOf('\n', at);
  const place = at > 0 && text[at - 1] === '\n' ? at : lineEnd < 0 ? text.length : lineEnd;
  const before = text.slice(0, place);
  const after = text.slice(place);
  const lead = before === '' || before.endsWith('\n') ? '' : '\n';
  const tail = after === '' || after.startsWith('\n') ? '' : '\n';
  const start = before.length + lead.length;
  return { text: before + lead + phrase + tail + after, start, end: start + phrase.length };
}
