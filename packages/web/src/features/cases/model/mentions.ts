/** Finds people mentioned in a comment: an `@` followed by their whole name. */
export type Mentioned = { readonly id: number; readonly name: string };

/** A part of a text; `person` is set if it is a mention. */
export type MentionPiece = { readonly text: string; readonly person: Mentioned | null };

/** Returns the longest name at the position: Kim Minji is not Kim. */
function personAt(text: string, at: number, people: readonly Mentioned[]): Mentioned | null {
  let found: Mentioned | null = null;
  for (const person of people) {
    if (text.startsWith(person.name, at) && person.name.length > (found?.name.length ?? 0)) found = person;
  }
  return found;
}

export function mentionPieces(text: string, people: readonly Mentioned[]): MentionPiece[] {
  const pieces: MentionPiece[] = [];
  let done = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const person = at < done ? null : personAt(text, at + 1, people);
    if (person === null) continue;
    const end = at + 1 + person.name.length;
    if (at > done) pieces.push({ text: text.slice(done, at), person: null });
    pieces.push({ text: text.slice(at, end), person });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), person: null });
  return pieces;
}

/** Finds everybody whose name follows an `@` in the text; if two have the same name, both. */
export function mentionedIn(text: string, people: readonly Mentioned[]): number[] {
  const names = new Set(mentionPieces(text, people).flatMap(({ person }) => person?.name ?? []));
  return people.filter(({ name }) => names.has(name)).map(({ id }) => id);
}

const longestQuery = 40;

/** Finds the text being typed after an `@` before the caret, if any. An address such as `a@b` is not a mention. */
export function openMention(
  text: string,
  caret: number,
): { readonly from: number; readonly query: string } | null {
  const from = text.lastIndexOf('@', caret - 1);
  if (from < 0 || /[\p{L}\p{N}]/u.test(text.slice(Math.max(0, from - 1), from))) return null;
  const query = text.slice(from + 1, caret);
  return query.length > longestQuery || query.includes('\n') ? null : { from, query };
}
