/** Runs Orthanc, a PACS, on loopback over a folder of its own, from Debian's package. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../processes/ports.ts';
import { until } from './until.ts';

export const orthancProgram = 'Orthanc';

export type Orthanc = {
  readonly address: string;
  readonly stop: () => Promise<void>;
};

/** The settings of Debian's own service are not read. */
const settingsOf = (folder: string, port: number) => ({
  Name: 'Judge',
  StorageDirectory: path.join(folder, 'storage'),
  IndexDirectory: path.join(folder, 'storage'),
  HttpPort: port,
  DicomServerEnabled: false,
  RemoteAccessAllowed: false,
  AuthenticationEnabled: false,
  OverwriteInstances: false,
});

export async function startOrthanc(): Promise<Orthanc> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orthanc-'));
  const port = await freePort();
  const settings = path.join(folder, 'orthanc.json');
  await writeFile(settings, JSON.stringify(settingsOf(folder, port)));
  const program = spawn(orthancProgram, [settings], { stdio: 'ignore' });
  const address = `http://127.0.0.1:${String(port)}`;
  const isAnswering = (): Promise<boolean> =>
    fetch(`${address}/system`).then(
      ({ ok }) => ok,
      () => false,
    );
  const stop = async (): Promise<void> => {
    if (program.exitCode === null && program.kill()) await once(program, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await until('Orthanc answers', isAnswering);
  } catch (fault) {
    await stop();
    throw fault;
  }
  return { address, stop };
}
