/** Runs Orthanc, a PACS, on loopback over a folder of its own, from Debian's package. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@rhythmdesk/server/platform/test-ports';
import { missing } from './installed.ts';
import { until } from './until.ts';

const orthancProgram = 'Orthanc';

/** Debian's package `orthanc-dicomweb`, which stores objects by STOW-RS. */
const dicomWeb = '/usr/share/orthanc/plugins/libOrthancDicomWeb.so';

/** The password of each user. */
type Users = Readonly<Record<string, string>>;

export type Orthanc = {
  readonly address: string;
  readonly stop: () => Promise<void>;
};

/** The settings of Debian's own service are not read. */
const settingsOf = (folder: string, port: number, users: Users | undefined) => ({
  Name: 'Judge',
  StorageDirectory: path.join(folder, 'storage'),
  IndexDirectory: path.join(folder, 'storage'),
  HttpPort: port,
  DicomServerEnabled: false,
  RemoteAccessAllowed: false,
  AuthenticationEnabled: users !== undefined,
  RegisteredUsers: users ?? {},
  OverwriteInstances: false,
  Plugins: [dicomWeb],
  DicomWeb: { Enable: true, Root: '/dicom-web/' },
});

/** Returns the program or plugin that is not installed, or undefined. */
export const missingOrthanc = (): string | undefined =>
  missing([orthancProgram]) ?? (existsSync(dicomWeb) ? undefined : 'orthanc-dicomweb');

export async function startOrthanc(users?: Users): Promise<Orthanc> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orthanc-'));
  const port = await freePort();
  const settings = path.join(folder, 'orthanc.json');
  await writeFile(settings, JSON.stringify(settingsOf(folder, port, users)));
  const program = spawn(orthancProgram, [settings], { stdio: 'ignore' });
  const address = `http://127.0.0.1:${String(port)}`;
  const isAnswering = (): Promise<boolean> =>
    fetch(`${address}/system`).then(
      ({ status }) => status === 200 || status === 401,
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
