/** Runs a command of an installation. A fault that an administrator can fix is explained in one sentence, without a stack. */
import { operatorWords } from '@rhythmdesk/server/app/operator-words';

/** The exit code if another release of the product can do what this one refuses; `rhythmdesk backup` then asks that one. */
export const otherReleaseCode = 3;

const codeOf = (fault: unknown): string =>
  fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : '';

/** Returns the exit code: what the work returns, or that of its fault. */
export async function forOperator(work: () => Promise<number>, usage: string): Promise<number> {
  try {
    return await work();
  } catch (fault) {
    const isAskedWrong = codeOf(fault).startsWith('ERR_PARSE_ARGS_');
    const words = isAskedWrong ? usage.trimEnd() : operatorWords(fault);
    if (words === null) throw fault;
    process.stderr.write(`${words}\n`);
    return codeOf(fault) === 'backup/release' ? otherReleaseCode : 1;
  }
}
