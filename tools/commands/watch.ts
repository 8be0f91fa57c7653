/**
 * `npm run watch -- FILE`: uploads the recordings that devices' export programs write into folders. The file names the
 * folders, their API keys and the address of the server (docs/operating.md). It runs until it is stopped.
 */
import { readWatchSettings } from '../watch/watch-settings.ts';
import { watchFolder } from '../watch/watch-folder.ts';

const [file] = process.argv.slice(2);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());

async function run(path: string): Promise<void> {
  const { settle_ms, folders } = await readWatchSettings(path);
  const say = (line: string): void => void process.stdout.write(`${new Date().toISOString()} ${line}\n`);
  await Promise.all(folders.map((folder) => watchFolder(folder, { settle_ms, signal: stop.signal, say })));
}

if (file === undefined) {
  process.stderr.write('Which folders? npm run watch -- FILE\n');
  process.exitCode = 1;
} else {
  await run(file).catch((fault: unknown) => {
    process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
    process.exitCode = 1;
    stop.abort();
  });
}
