/**
 * Sends hostile frames of HL7 v2 to the framer and the reader in a process with a limited heap, and exchanges messages
 * with python-hl7: its client sends orders to this product's listener, and its server receives results from this
 * product's client. Without python-hl7 nothing judges, and the figures say so.
 *
 * Invariants: no frame stops the process; its memory grows by less than 64 MB; the other program's messages are read
 * as it wrote them, and this product's messages as they were written.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { hl7Settings } from '@rhythmdesk/contract/partners';
import {
  headerOf,
  readAnswer,
  writeAnswer,
} from '@rhythmdesk/server/features/integration/hl7/acknowledgement';
import { encodeResult, writeResult } from '@rhythmdesk/server/features/integration/hl7/result-message';
import { parseMessage, readValue } from '@rhythmdesk/server/platform/hl7/hl7-message';
import { openMllp } from '@rhythmdesk/server/platform/hl7/mllp-client';
import { listenMllp } from '@rhythmdesk/server/platform/hl7/mllp-listener';
import { z } from 'zod';
import { runNode } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';

const run = promisify(execFile);
/** Debian's own, for which its packages are installed. */
const python = '/usr/bin/python3';
const heapMb = 64;
const mostGrowthBytes = 64 * 1024 * 1024;
const counts = { short: 3_000, long: 100_000 };
const orders = 200;
const judgeScript = path.join(repositoryRoot, 'tools/faults/judges/receive-hl7.py');

const hostileShape = z.object({ taken: z.number(), refused: z.number(), most_bytes: z.number() });

async function sendHostile(frames: number, report: FaultReport): Promise<void> {
  const args = [`--max-old-space-size=${String(heapMb)}`, 'tools/faults/hl7-hostile.ts', String(frames)];
  const { code, output, stdout } = await runNode(args, { cwd: repositoryRoot });
  invariant(code === 0, `a hostile frame stopped the process: ${output.slice(-2_000)}`);
  const { taken, refused, most_bytes } = hostileShape.parse(
    JSON.parse(stdout.trim().split('\n').at(-1) ?? ''),
  );
  report('hostile frames', frames);
  report('of them read as orders', taken);
  report('refused', refused);
  report('growth of memory, MB', Math.round(most_bytes / 1024 / 1024));
  invariant(most_bytes <= mostGrowthBytes, `memory grew by ${String(most_bytes)} bytes`);
}

const orderOf = (number: number): string =>
  [
    `MSH|^~\\&|PY|H|RD|C|20261120||ORM^O01|${String(number)}|P|2.5.1||||||UNICODE UTF-8`,
    `PID|1||${String(number)}||김^민수 \\T\\ Co||19500131|M`,
    `ORC|NW|A-${String(number)}`,
  ].join('\r');

/** Lets `mllp_send` send orders to this product's listener. */
async function receiveFrom(report: FaultReport): Promise<void> {
  const names: string[] = [];
  const listener = await listenMllp({
    ...{ host: '127.0.0.1', port: 0, tls: null, connections: 10, idle_ms: 60_000 },
    answer: (each) => {
      const message = parseMessage(each.kind === 'message' ? each.bytes.toString('utf8') : '');
      if ('fault' in message) return Promise.resolve([]);
      names.push(
        `${readValue(message, 'PID-5.1')} ${readValue(message, 'PID-5.2')} ${readValue(message, 'ORC-2')}`,
      );
      const answer = writeAnswer(headerOf(message), { code: 'AA', words: '' }, new Date());
      return Promise.resolve([Buffer.from(answer)]);
    },
    onFault: () => undefined,
    onDropped: () => undefined,
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'hl7-'));
  try {
    const file = path.join(folder, 'orders.hl7');
    const texts = Array.from({ length: orders }, (_, at) => `\u000b${orderOf(at)}\u001c\r`);
    await writeFile(file, texts.join(''));
    const { stdout } = await run('mllp_send', ['--port', String(listener.port), '--file', file, '127.0.0.1']);
    const accepted = stdout.split('MSA|AA|').length - 1;
    report('orders of mllp_send read and accepted', accepted);
    invariant(accepted === orders, `mllp_send got ${String(accepted)} of ${String(orders)} answers`);
    const expected = Array.from({ length: orders }, (_, at) => `김 민수 & Co A-${String(at)}`);
    invariant(
      JSON.stringify(names) === JSON.stringify(expected),
      'an order was read otherwise than it was sent',
    );
  } finally {
    await listener.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const judgedShape = z.object({
  control_id: z.string(),
  name: z.string(),
  document: z.string(),
  signer: z.string(),
});

/** Returns a result whose names contain every separator. */
const resultOf = (control_id: string): string =>
  writeResult(
    {
      ...{ control_id, order_number: 'A', service: '', hn_id: 'HN000001', hospital_name: 'H' },
      time_zone: 'UTC',
      ...{ created_at: new Date(), released_at: new Date(), recording_start: null, recording_seconds: null },
      ...{
        interpreter: '이|지우',
        technician: '',
        results: [],
        withdrawn: [],
        corrected: false,
        pdf_sha256: 'ab'.repeat(32),
      },
      patient: {
        patient_id: '7',
        last_name: '山田^&~\\',
        first_name: '太郎',
        birth_date: null,
        gender: null,
      },
    },
    hl7Settings.parse({}),
  );

/** Sends results to a server of python-hl7, which parses them and acknowledges. */
async function sendTo(report: FaultReport): Promise<void> {
  const judge = spawn(python, [judgeScript], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: judge.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  try {
    const port = Number(await next());
    const line = await openMllp({ host: '127.0.0.1', port, tls: null, timeout_ms: 30_000 });
    const pdf = Buffer.from('%PDF-1.7 \u00ff'.repeat(50_000), 'latin1');
    for (let sent = 0; sent < 20; sent += 1) {
      const control_id = `RD${String(sent)}`;
      const encoded = await encodeResult(resultOf(control_id), 'UNICODE UTF-8', () => Promise.resolve(pdf));
      if ('missing' in encoded) throw new Error(encoded.missing);
      const answer = readAnswer(await line.exchange(encoded.bytes, () => true));
      invariant(
        answer?.accepted === true && answer.control_id === control_id,
        'python-hl7 did not acknowledge',
      );
      const judged = judgedShape.parse(JSON.parse(await next()));
      invariant(
        judged.control_id === control_id && judged.name === '山田^&~\\',
        `python-hl7 read ${judged.name}`,
      );
      invariant(judged.signer === '이|지우', `python-hl7 read ${judged.signer}`);
      invariant(judged.document === pdf.toString('base64'), 'python-hl7 read another document');
    }
    line.close();
    report('results that python-hl7 received and acknowledged', 20);
  } finally {
    judge.stdin.end();
    if (judge.exitCode === null) await once(judge, 'exit');
  }
}

const isInstalled = (): Promise<boolean> =>
  run(python, ['-c', 'import hl7.mllp; assert __import__("shutil").which("mllp_send")']).then(
    () => true,
    () => false,
  );

export const hl7: FaultProgram = {
  name: 'hl7',
  says: 'sends hostile frames of HL7 v2, and exchanges messages with python-hl7',
  run: async (size, report, count) => {
    await sendHostile(count ?? counts[size], report);
    if (!(await isInstalled())) {
      report('python-hl7', 'not installed (apt install python3-hl7)');
      return;
    }
    await receiveFrom(report);
    await sendTo(report);
  },
};
