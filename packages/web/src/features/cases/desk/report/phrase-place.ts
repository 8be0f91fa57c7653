/** Where a phrase goes that is put into a conclusion: a paragraph of its own, where the hand was. */
export type Placed = {
  readonly text: string;
  /** Where the phrase itself begins and ends. */
  readonly start: number;
  readonly end: number;
};

/** In the middle of a line the phrase comes after that line. */
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
