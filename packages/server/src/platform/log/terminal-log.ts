/**
 * Writes the log for a user at a terminal: the steps of the process in plain words, and every warning and fault. The
 * whole log is written to a file, as the JSON lines that a program would get.
 */
import { mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { DestinationStream } from 'pino';

type Line = Readonly<Record<string, unknown>> & { readonly level?: unknown; readonly msg?: unknown };

/** The steps of the process, by the message of their log line. */
const steps: Readonly<Record<string, (line: Line) => string>> = {
  'database started': () => 'Database started',
  'tables brought up to date': () => 'Tables brought up to date',
  ready: ({ address }) => `Rhythmdesk is running at ${String(address)}`,
  working: () => 'The worker is running',
  'stored files verified': ({ percent }) => `Stored files verified: ${String(percent)} %`,
  stopping: () => 'Stopping …',
  'stopping at once': () => 'Stopping at once',
};

const shownLevels: ReadonlySet<unknown> = new Set(['warn', 'error', 'fatal']);
const named: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'err']);

function reasonOf({ err, ...fields }: Line): string {
  const fault = typeof err === 'object' && err !== null && 'words' in err ? [String(err.words)] : [];
  const values = Object.entries(fields).filter(([name]) => !named.has(name));
  const words = [...fault, ...values.map(([name, value]) => `${name} ${JSON.stringify(value)}`)];
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** Returns the terminal text of a log line; null for a line that is only written to the file. */
function terminalWords(line: Line): string | null {
  const text = typeof line.msg === 'string' ? line.msg : '';
  const step = Object.hasOwn(steps, text) ? steps[text] : undefined;
  if (step !== undefined) return step(line);
  if (!shownLevels.has(line.level)) return null;
  return `${line.level === 'warn' ? 'Warning' : 'Fault'}: ${text}${reasonOf(line)}`;
}

const isLine = (value: unknown): value is Line => typeof value === 'object' && value !== null;

/**
 * Opens a log that overwrites `file`. After the line that says that the process is running, the terminal shows the
 * file's name.
 */
export function terminalLog(file: string, write: (text: string) => void): DestinationStream {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o711 });
  const log = openSync(file, 'w', 0o600);
  let fault: string | null = null;
  /** A line that the disk does not take is lost: it must not end the work that it is about. */
  const keep = (text: string): void => {
    try {
      writeSync(log, text);
      fault = null;
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
      if (code !== fault) write(`Warning: ${file} takes no lines (${code})\n`);
      fault = code;
    }
  };
  return {
    write: (text) => {
      keep(text);
      const line: unknown = JSON.parse(text);
      const words = isLine(line) ? terminalWords(line) : null;
      if (words !== null) write(`${words}\n`);
      if (isLine(line) && (line.msg === 'ready' || line.msg === 'working'))
        write(`  Log   ${file}\n  Stop  Ctrl+C\n`);
    },
  };
}
