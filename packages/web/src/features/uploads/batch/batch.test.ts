// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { refusedResult } from '../check/check-result.ts';
import { addFiles, changeBatch, changeCard, currentBatch, removeCards, replaceFile } from './batch.ts';

/** The messages that the page sent to its workers. These workers never answer. */
const said: unknown[] = [];
class SilentWorker extends EventTarget {
  postMessage(message: unknown): void {
    said.push(message);
  }
  terminate(): void {
    said.length = 0;
  }
}
vi.stubGlobal('Worker', SilentWorker);

const file = (name: string): File => new File([name], name, { lastModified: 1 });
const names = (): string[] => currentBatch().cards.map((card) => card.file.name);

beforeEach(() => removeCards(currentBatch().cards.map(({ id }) => id)));

test('a file in place of another one needs its consent anew, and is added once', async () => {
  await addFiles([file('a.zip'), file('b.zip')]);
  changeBatch({ consent: true });
  const [first] = currentBatch().cards;
  await replaceFile(first?.id ?? 0, [file('b.zip'), file('c.zip')]);
  expect(names()).toEqual(['c.zip', 'b.zip']);
  expect(currentBatch().consent).toBe(false);
});

test('a file that replaces itself, copied again, is checked again', async () => {
  await addFiles([file('a.zip')]);
  const [first] = currentBatch().cards;
  changeCard(first?.id ?? 0, { result: 'broken' });
  await replaceFile(first?.id ?? 0, [file('a.zip')]);
  expect(currentBatch().cards.map(({ result }) => result)).toEqual([null]);
});

test('a record keeps its files when the missing one is chosen', async () => {
  const header = new File(['100 1 250 1000\n100.dat 16 200 16 0 0 0 0 II\n'], '100.hea', { lastModified: 1 });
  await addFiles([header]);
  const [first] = currentBatch().cards;
  const fault = {
    reason: 'source-file-missing',
    entry: '100.dat',
    row: null,
    column: null,
    format: null,
  } as const;
  changeCard(first?.id ?? 0, { result: refusedResult(fault) });
  await replaceFile(first?.id ?? 0, [file('100.dat')]);
  expect(
    currentBatch().cards.map(({ conversion }) => conversion?.source.files.map(({ name }) => name)),
  ).toEqual([['100.hea', '100.dat']]);
});

test('the reading of a file that is removed or replaced ends', async () => {
  await addFiles([file('a.edf'), file('b.edf')]);
  const [first, second] = currentBatch().cards;
  const surveys = [first, second].map((card) => card?.conversion?.survey_id);
  removeCards([first?.id ?? 0]);
  await replaceFile(second?.id ?? 0, [file('c.zip')]);
  const forgotten = surveys.map((survey) => ({ kind: 'forget', survey }));
  expect(said).toEqual(expect.arrayContaining(forgotten));
});
