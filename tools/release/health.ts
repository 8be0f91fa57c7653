/**
 * `rhythmdesk health`: asks the server of this machine whether it can serve; exit code 1 if it cannot. It is bundled
 * into a release, where it needs no other program.
 */
const { HOST = '', PORT = '8080' } = process.env;
const host = HOST === '' || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
const longestMs = 5_000;

try {
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/readyz`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(longestMs) });
  process.stdout.write(`${await answer.text()}\n`);
  process.exitCode = answer.ok ? 0 : 1;
} catch {
  process.stdout.write(`No server answers on port ${PORT}.\n`);
  process.exitCode = 1;
}

export {};
