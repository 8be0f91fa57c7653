/** Shows the demo's progress in the terminal: a line for each step, the sign-ins, and the number of loaded cases. */
import { signInText } from '../demo/sign-in-text.ts';

type Terminal = { readonly isTTY?: boolean; readonly write: (text: string) => unknown };

export type DemoInstallation = {
  readonly origin: string;
  readonly folder: string;
  readonly log: string | null;
  /** The address of the page of the partners; null without them. */
  readonly partners: string | null;
};

const stepWidth = 22;
const secondsWidth = 5;
/** Without a terminal, the count is a separate line from time to time. */
const casesPerLine = 100;

export class DemoTerminal {
  readonly #out: Terminal;
  readonly #startedAt = performance.now();
  #isCounting = false;

  constructor(out: Terminal = process.stdout) {
    this.#out = out;
  }

  say(line: string): void {
    this.#endCount();
    this.#out.write(`${line}\n`);
  }

  /** Prints a finished step with the seconds since the start, because steps run side by side. */
  done(step: string): void {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    this.say(`  ${step.padEnd(stepWidth)}${seconds.toFixed(1).padStart(secondsWidth)} s`);
  }

  welcome({ origin, folder, log, partners }: DemoInstallation): void {
    this.say(`\nOpen ${origin}\n\n${signInText()}\n`);
    if (partners !== null) this.say(`  Other systems  ${partners}\n`);
    if (log !== null) this.say(`  Log    ${log}`);
    this.say('  Stop   Ctrl+C');
    this.say(`  Reset  npm run demo -- --reset${folder === '' ? '' : ` --dir=${folder}`}\n`);
  }

  cases(loaded: number, all: number): void {
    const text = `  Cases  ${String(loaded)} of ${String(all)}`;
    if (this.#out.isTTY === true) {
      this.#isCounting = true;
      this.#out.write(`\r${text}`);
    } else if (loaded % casesPerLine === 0) {
      this.say(text);
    }
  }

  #endCount(): void {
    if (this.#isCounting) this.#out.write('\n');
    this.#isCounting = false;
  }
}
