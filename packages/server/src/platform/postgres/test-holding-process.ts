/** Starts the embedded database of a folder, reports its pid and waits. Tests run it as another process and kill it. */
import { startEmbedded } from './embedded.ts';

const silent = () => undefined;
const started = await startEmbedded({
  dataDir: process.argv[2] ?? '',
  log: { info: silent, warn: silent, error: silent },
});
process.stdout.write(`${started.pid()}\n`);
process.once('SIGTERM', () => void started.stop().then(() => process.exit(0)));
setInterval(silent, 60_000);
