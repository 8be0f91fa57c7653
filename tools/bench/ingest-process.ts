/** Reads one zip as the server's job does, in a separate process, and reports the time and its peak memory. */
import { openDiskStore } from '@rhythmdesk/server/platform/files/disk-store';
import { readInThread } from '@rhythmdesk/server/features/uploads/read-in-thread';

const [zip_path = '', files_folder = '', hn_id = ''] = process.argv.slice(2);
await (await openDiskStore(files_folder)).close();
const limits = { entries: 64, expanded_bytes: 16 * 2 ** 30, ratio: 1000 };
const startedAt = performance.now();
const outcome = await readInThread({ zip_path, files_folder, hn_id, limits }, new AbortController().signal);
const ms = performance.now() - startedAt;
const refused = outcome.ok ? null : outcome.code;
const peak_mb = process.resourceUsage().maxRSS / 1000;
process.stdout.write(`${JSON.stringify({ ms, peak_mb, refused })}\n`);
