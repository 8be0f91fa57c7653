/** Sends messages to an MLLP receiver over one connection, and waits for the answer of each. */
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { isTlsCode, tlsWords } from '../tls/tls-fault.ts';
import { framed, MllpFramer } from './mllp-framer.ts';
import type { MllpIdentity } from './mllp-listener.ts';

export type MllpTarget = {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly ca: string | null; readonly identity: MllpIdentity | null } | null;
  /** How long a connection, and then each answer, may take. */
  readonly timeout_ms: number;
};

/** Why nothing came back: no connection, an untrusted certificate, or no answer in time. */
export type MllpFaultKind = 'unreachable' | 'tls' | 'no-answer';

export class MllpFault extends Error {
  readonly kind: MllpFaultKind;

  constructor(kind: MllpFaultKind, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = 'MllpFault';
    this.kind = kind;
  }
}

export type MllpConnection = {
  /** Sends a message and returns the first frame that `isAnswer` accepts; others are ignored. */
  readonly exchange: (message: Uint8Array, isAnswer: (bytes: Buffer) => boolean) => Promise<Buffer>;
  readonly close: () => void;
};

const codeOf = (fault: unknown): string =>
  fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : String(fault);

function faultOf(fault: unknown, fallback: MllpFaultKind): MllpFault {
  if (fault instanceof MllpFault) return fault;
  const code = codeOf(fault);
  if (isTlsCode(code))
    return new MllpFault('tls', tlsWords(code, fault instanceof Error ? fault.message : ''), fault);
  return new MllpFault(fallback, code, fault);
}

function begin({ host, port, tls: secured }: MllpTarget): net.Socket {
  if (secured === null) return net.connect({ host, port });
  const { ca, identity } = secured;
  return tls.connect({
    ...{ host, port, minVersion: 'TLSv1.2' },
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === null ? {} : { ca }),
    ...identity,
  });
}

/** A certificate of this installation that cannot be used is a fault before the first byte. */
function beginOrFault(target: MllpTarget): net.Socket {
  try {
    return begin(target);
  } catch (fault) {
    throw faultOf(fault, 'tls');
  }
}

/** Runs `work`; the socket is destroyed if it takes too long. */
async function inTime<Result>(
  socket: net.Socket,
  { timeout_ms }: MllpTarget,
  kind: MllpFaultKind,
  work: () => Promise<Result>,
): Promise<Result> {
  const seconds = String(Math.round(timeout_ms / 1000));
  const late = new MllpFault(kind, `no answer within ${seconds} s`);
  const timer = setTimeout(() => socket.destroy(late), timeout_ms);
  try {
    return await work();
  } catch (fault) {
    throw faultOf(fault, kind);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a connection on which messages can be sent. */
async function connected(target: MllpTarget): Promise<net.Socket> {
  const socket = beginOrFault(target);
  socket.setNoDelay(true);
  // Without a listener a fault between two exchanges would end the process; the next exchange reports it.
  socket.on('error', () => undefined);
  const seen = { port: false };
  socket.once('connect', () => (seen.port = true));
  try {
    const ready = target.tls === null ? 'connect' : 'secureConnect';
    await inTime(socket, target, 'unreachable', () => once(socket, ready));
  } catch (fault) {
    socket.destroy();
    // The port is open, so the network is not the reason.
    if (seen.port && fault instanceof MllpFault && fault.kind === 'unreachable')
      throw new MllpFault('tls', `It does not begin TLS (${fault.message})`, fault);
    throw fault;
  }
  return socket;
}

export async function openMllp(target: MllpTarget): Promise<MllpConnection> {
  const socket = await connected(target);
  const framer = new MllpFramer();
  const chunks: AsyncIterator<unknown, unknown> = socket[Symbol.asyncIterator]();
  const nextAnswer = async (isAnswer: (bytes: Buffer) => boolean): Promise<Buffer> => {
    for (;;) {
      const { value, done } = await chunks.next();
      if (done === true) throw new MllpFault('no-answer', 'the receiver closed the connection');
      const frames = Buffer.isBuffer(value) ? framer.push(value) : [];
      for (const frame of frames) if (frame.kind === 'message' && isAnswer(frame.bytes)) return frame.bytes;
    }
  };
  return {
    exchange: (message, isAnswer) =>
      inTime(socket, target, 'no-answer', () => {
        socket.write(framed(message));
        return nextAnswer(isAnswer);
      }),
    close: () => socket.destroy(),
  };
}
