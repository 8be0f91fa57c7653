/**
 * Writes the log: one JSON line per event, on standard output. A line must never contain patient data, passwords,
 * tokens or request bodies. Named fields of that kind are removed at any depth. Of a fault only its kind, code and
 * stack are written. PostgreSQL's `detail` and drizzle's parameter list quote the refused row, so they are left out.
 */
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const secretFields = new Set([
  ...[
    'password',
    'new_password',
    'confirm_password',
    'token',
    'push_token',
    'authorization',
    'cookie',
    'secret',
  ],
  ...[
    'verification_code',
    'capability',
    'patient_name',
    'patient_first_name',
    'patient_last_name',
    'first_name',
    'last_name',
  ],
  ...[
    'name',
    'birth_date',
    'birthday',
    'phone_number',
    'patient_phone_number',
    'patient_id',
    'email',
    'comment',
  ],
  ...['body', 'params', 'parameters', 'detail', 'note', 'content', 'q', 'hn_id', 'filename', 'user_agent'],
]);

const cut = '[cut]';
const deepest = 6;

function clean(value: unknown, depth: number): unknown {
  if (value instanceof Error) return describeFault(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (depth === deepest) return cut;
  if (Array.isArray(value)) return value.slice(0, 50).map((each) => clean(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, secretFields.has(key) ? cut : clean(each, depth + 1)]),
  );
}

/** Returns only the call sites of the stack, because its first lines repeat the message. */
function placesOf(fault: Error): string[] {
  return (fault.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
}

/**
 * Returns the message of a fault. Statement and values of a database fault quote rows; PostgreSQL's own messages name
 * only tables and constraints.
 */
function wordsOf(fault: Error): string {
  if ('query' in fault && 'params' in fault) return 'query failed';
  return fault.message.slice(0, 500);
}

interface FaultFields {
  kind: string;
  words: string;
  at: string[];
  [more: string]: unknown;
}

/** Returns a fault in the form that may be written to the log. */
function describeFault(fault: Error, depth = 0): FaultFields {
  const text = (field: string) => {
    const value: unknown = Reflect.get(fault, field);
    return typeof value === 'string' ? { [field]: value } : {};
  };
  return {
    kind: fault.name,
    words: wordsOf(fault),
    at: placesOf(fault),
    ...text('code'),
    ...text('constraint'),
    ...text('table'),
    ...(fault.cause instanceof Error && depth < 4 ? { cause: describeFault(fault.cause, depth + 1) } : {}),
  };
}

function cleanFields(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, secretFields.has(key) ? cut : clean(value, 0)]),
  );
}

/**
 * Returns the text of a line. pino repeats the message of a lone fault as the text, so it is filtered in the same way.
 */
function textFor(fields: unknown, text: unknown): unknown {
  const fault = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : fields;
  return fault instanceof Error && (text === undefined || text === fault.message) ? wordsOf(fault) : text;
}

/** Lines that wait for a disk without room; more are lost. */
const mostWaitingBytes = 4 * 1024 * 1024;

/** A file or pipe that takes no line, for example on a full disk, must not end the program: it is tried with the next line. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: mostWaitingBytes });
  // pino's own listener throws, and the program hangs.
  output.removeAllListeners('error');
  return output.on('error', () => undefined);
}

/** Opens the log. `destination` is standard output, except in tests that read the lines. */
export function openLog(level: LogLevel, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: cleanFields },
    // Child logs keep their fields as text; only redaction applies to those.
    redact: { paths: [...secretFields], censor: cut },
    hooks: {
      logMethod(words, method) {
        const [fields, text, ...rest]: unknown[] = words;
        const given = typeof fields === 'string' ? words : [fields, textFor(fields, text), ...rest];
        Reflect.apply(method, this, given);
      },
    },
  };
  return pino(options, destination ?? standardOutput());
}
