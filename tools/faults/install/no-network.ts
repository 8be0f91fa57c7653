/** Runs a script in namespaces of its own: no network but the loopback, and no process of it outlives the script. */
import { runCaptured } from '../../processes/child-process.ts';
import { repositoryRoot } from '../../processes/repository.ts';

const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** `onLine` gets each line that the script writes; throws with its last lines if it fails. */
export async function withoutNetwork(
  script: string,
  args: readonly string[],
  onLine: (line: string) => void,
): Promise<void> {
  let rest = '';
  const onOutput = (text: string): void => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
  // The shell stays as the first process of the namespace: it takes the ends of programs whose parent is gone.
  const shell = 'ip link set lo up || exit; "$@"; code=$?; exit "$code"';
  const command = [...namespaces, '--', 'sh', '-c', shell, 'sh', process.execPath, script, ...args];
  const { code, output } = await runCaptured('unshare', command, { cwd: repositoryRoot, onOutput });
  if (code !== 0) throw new Error(`${script} ended with ${String(code)}:\n${output.slice(-3000)}`);
}
