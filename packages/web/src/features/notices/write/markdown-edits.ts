/**
 * Edits a text and its selection as the buttons of the tool bar do. Pure; `start` and `end` are offsets into the text.
 *
 * Invariants: applying a mark twice removes it; the selected words stay selected.
 */
export type Selected = { readonly text: string; readonly start: number; readonly end: number };

const replaced = ({ text }: Selected, from: number, to: number, by: string): string =>
  text.slice(0, from) + by + text.slice(to);

const boldMark = '**';

export function toggleBold(selected: Selected): Selected {
  const { text, start, end } = selected;
  const { length } = boldMark;
  const isBold = text.slice(start - length, start) === boldMark && text.slice(end, end + length) === boldMark;
  const words = text.slice(start, end);
  if (isBold)
    return {
      text: replaced(selected, start - length, end + length, words),
      start: start - length,
      end: end - length,
    };
  return {
    text: replaced(selected, start, end, boldMark + words + boldMark),
    start: start + length,
    end: end + length,
  };
}

export type LineMark = 'heading' | 'bullets' | 'numbers';

const anyMark = /^(?:#{1,6} |[-*+] |\d+[.)] )/;
const isMarked = {
  heading: (line: string) => /^#{1,6} /.test(line),
  bullets: (line: string) => /^[-*+] /.test(line),
  numbers: (line: string) => /^\d+[.)] /.test(line),
} as const satisfies Record<LineMark, (line: string) => boolean>;
const markOf = {
  heading: () => '## ',
  bullets: () => '- ',
  numbers: (index: number) => `${String(index + 1)}. `,
} as const satisfies Record<LineMark, (index: number) => string>;

/**
 * Turns every line that the selection touches into a heading or a list item; if all of them already are, makes them
 * plain.
 */
export function toggleLines(selected: Selected, mark: LineMark): Selected {
  const { text, start, end } = selected;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const written = lines.filter((line) => line !== '');
  const undo = written.length > 0 && written.every((line) => isMarked[mark](line));
  let index = -1;
  const changed = lines.map((line) => {
    if (line === '' && lines.length > 1) return line;
    index += 1;
    const bare = line.replace(anyMark, '');
    return undo ? bare : markOf[mark](index) + bare;
  });
  const by = changed.join('\n');
  const after = replaced(selected, from, to, by);
  if (start !== end) return { text: after, start: from, end: from + by.length };
  const place = Math.max(from, end + by.length - (to - from));
  return { text: after, start: place, end: place };
}

/** Makes the selection the text of a link; the address after it is selected, so that it can be overwritten. */
export function insertLink(selected: Selected, words: string): Selected {
  const { text, start, end } = selected;
  const address = 'https://';
  const shown = start === end ? words : text.slice(start, end);
  const at = start + shown.length + 3;
  return {
    text: replaced(selected, start, end, `[${shown}](${address})`),
    start: at,
    end: at + address.length,
  };
}
