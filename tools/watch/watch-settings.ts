/**
 * Reads the settings of watch folders: a JSON file lists the folders, each with the file of an API key, the time zone of
 * its recorders' clocks and, for a key that serves several hospitals, the hospital.
 */
import { dirname, resolve } from 'node:path';
import { zoneName } from '@rhythmdesk/domain/kit/zone-name';
import { readSettingFile } from '@rhythmdesk/server/platform/config/setting-file';
import { z } from 'zod';

const isZone = (zone: string): boolean => zoneName(zone) !== undefined;

const folder = z.strictObject({
  folder: z.string().min(1),
  key_file: z.string().min(1),
  /** Clocks of recorders show local time. */
  time_zone: z.string().refine(isZone, 'is no time zone'),
  hospital_id: z.number().int().positive().optional(),
  /** Requests the analysis with the upload. */
  request: z.boolean().default(false),
});
const settings = z.strictObject({
  address: z.url({ protocol: /^https?$/ }),
  /** A file whose size and time have not changed for this long is complete. */
  settle_seconds: z.number().min(0.1).max(3600).default(30),
  folders: z.array(folder).min(1),
});

export type WatchedFolder = Omit<z.output<typeof folder>, 'key_file'> & {
  readonly address: string;
  /** Reads the API key, so that a replaced one counts without a restart. */
  readonly key: () => Promise<string>;
};
export type WatchSettings = { readonly settle_ms: number; readonly folders: readonly WatchedFolder[] };

function jsonOf(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (fault) {
    throw new Error(`${file} is no JSON: ${fault instanceof Error ? fault.message : String(fault)}`, {
      cause: fault,
    });
  }
}

/** Throws an error in plain words if the file is wrong. Paths are relative to the file. */
export async function readWatchSettings(file: string): Promise<WatchSettings> {
  const parsed = settings.safeParse(jsonOf(file, await readSettingFile('The command', file)));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  const { address, settle_seconds, folders } = parsed.data;
  const at = (path: string): string => resolve(dirname(file), path);
  return {
    settle_ms: settle_seconds * 1000,
    folders: folders.map(({ key_file, ...each }) => ({
      ...each,
      address,
      folder: at(each.folder),
      key: async () => (await readSettingFile('key_file', at(key_file))).trim(),
    })),
  };
}
