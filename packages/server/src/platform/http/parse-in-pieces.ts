/**
 * Stops parsing the requests of a connection as soon as the connection is refused. Node parses everything that a socket
 * has received at once, up to 64 kB, which may contain thousands of small requests. Refusing one of them would not stop
 * the parsing of the others, and nobody else is served in the meantime.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { openedConnection } from './opened-connection.ts';

/** A chunk with no more line ends than this is parsed at once: headers of a few requests, or a binary body. */
const mostLines = 64;
const pieceBytes = 128;

function hasManyLines(chunk: Buffer): boolean {
  let lines = 0;
  for (let at = chunk.indexOf('\r\n'); at >= 0; at = chunk.indexOf('\r\n', at + 2)) {
    lines += 1;
    if (lines > mostLines) return true;
  }
  return false;
}

function* piecesOf(chunk: Buffer): Generator<Buffer> {
  const length = hasManyLines(chunk) ? pieceBytes : chunk.length;
  for (let at = 0; at < chunk.length; at += length) yield chunk.subarray(at, at + length);
}

/** `isRefused` returns true for a connection whose further requests are not answered: its bytes are dropped. */
export function parseInPieces(server: Server, isRefused: (socket: Socket) => boolean): void {
  server.on(openedConnection(server), (socket: Socket) => {
    const parsers = socket.listeners('data');
    socket.removeAllListeners('data');
    socket.on('data', (chunk: Buffer) => {
      for (const piece of piecesOf(chunk)) {
        if (socket.destroyed || isRefused(socket)) return;
        for (const parse of parsers) parse.call(socket, piece);
      }
    });
  });
}
