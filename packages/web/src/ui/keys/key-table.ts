/**
 * Defines the tables that declare commands whose keys each user may change. Each part of the page has a table beside
 * what its commands do; `key-tables.ts` of the desk's settings lists all tables.
 */
import type { texts } from '../../platform/texts/en/commands.ts';

type TextKey = keyof typeof texts;
type WithoutPrefix<Key, Prefix extends string> = Key extends `${Prefix}.${infer Name}` ? Name : never;

/** Every command has its title in the texts `commands`, under `word.…`. */
export type CommandId = WithoutPrefix<TextKey, 'word'>;
/** A text that several commands share in the `?` list and the footer, under `line.…`. */
type CommandLineId = WithoutPrefix<TextKey, 'line'>;

export const keyGroups = [
  ...(['findings', 'beats', 'rhythms', 'templates', 'recording', 'scan', 'report', 'desk'] as const),
  ...(['case', 'lists', 'critical'] as const),
] as const;

/** The pages and dialogs besides the desk whose commands have keys that a user may change. */
export const keyPages = ['case', 'list', 'board', 'critical', 'strip-editor'] as const;

export type KeyRow = {
  readonly group: (typeof keyGroups)[number];
  /** As shown on key caps; the first is the one that buttons show. */
  readonly keys: readonly string[];
  /** The tabs of the desk where it applies; absent: all tabs. */
  readonly tabs?: readonly string[];
  /** The pages besides the desk where it applies. */
  readonly pages?: readonly (typeof keyPages)[number][];
  /** What the next key changes while it applies; absent: anything. */
  readonly subjects?: readonly string[];
  /** The key cannot be changed, because the recording or the page uses it as well. */
  readonly fixed?: true;
  /** The shared text in the `?` list and the footer; absent: the command's title. */
  readonly line?: CommandLineId;
  /** Also shown in the footer. */
  readonly footer?: true;
};

export type KeyTable = { readonly [id in CommandId]?: KeyRow };

const hasRow = (entry: [string, KeyRow | undefined]): entry is [CommandId, KeyRow] => entry[1] !== undefined;

export const rowsOf = (table: KeyTable): readonly (readonly [CommandId, KeyRow])[] =>
  Object.entries(table).filter(hasRow);
