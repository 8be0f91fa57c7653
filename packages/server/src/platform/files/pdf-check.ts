/**
 * Checks whether bytes are a PDF that this product accepts, in a separate process that can be killed. A thread is not
 * enough: a malicious file can request an allocation at which V8 aborts the whole process. Such a file only ends its
 * own process and is refused. Two files are checked at a time; more wait.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { pdfFaults, type PdfFault } from './judge-pdf.ts';

/** A report of a hundred pages with pictures is checked in well under a second with 200 MB. */
const limits = { heapMb: 192, residentBytes: 768 * 1024 * 1024, timeMs: 20_000, lookMs: 50 };
const pageBytes = 4096;
const atOnce = 2;

const entry = fileURLToPath(new URL('./pdf-process.ts', import.meta.url));
const outcome = z.enum(pdfFaults).nullable();

let running = 0;
const waiting: (() => void)[] = [];

async function takePlace(): Promise<void> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
}

/** Passes the slot to the caller that has waited longest. */
function givePlace(): void {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
}

/** Returns the memory of a process if the system reports it (Linux); else 0, and only its heap and time are limited. */
async function residentBytes(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${String(pid)}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * pageBytes;
}

/** Kills the process once it exceeds its time or memory. Returns a function that ends the watch. */
function watch(child: ChildProcess): () => void {
  const end = (): void => void child.kill('SIGKILL');
  const timer = setTimeout(end, limits.timeMs);
  const look = setInterval(() => {
    if (child.pid === undefined) return;
    void residentBytes(child.pid).then((bytes) => {
      if (bytes > limits.residentBytes) end();
    });
  }, limits.lookMs);
  return () => {
    clearTimeout(timer);
    clearInterval(look);
  };
}

async function judgeApart(bytes: Uint8Array): Promise<PdfFault | null> {
  const child = spawn(process.execPath, [`--max-old-space-size=${String(limits.heapMb)}`, entry], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const endWatch = watch(child);
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  try {
    const [code, answer] = await Promise.all([ended, text(child.stdout)]);
    return code === 0 ? outcome.parse(JSON.parse(answer)) : 'not-a-pdf';
  } finally {
    endWatch();
  }
}

/** Returns the fault, or null if the bytes are accepted. */
export async function pdfFault(bytes: Uint8Array): Promise<PdfFault | null> {
  await takePlace();
  try {
    return await judgeApart(bytes);
  } finally {
    givePlace();
  }
}
