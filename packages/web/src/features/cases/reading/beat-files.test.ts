import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { api } from '../../../platform/client/api.ts';
import { fetchBeatFile, keepBeatFile } from './beat-files.ts';

const bytesOf = (...values: number[]): ArrayBuffer => Uint8Array.from(values).buffer;

test('a kept file is not downloaded again, and its copies may be transferred', async () => {
  const download = vi.spyOn(api, 'download').mockResolvedValue(new Response(bytesOf(9)));
  const cache = new QueryClient();
  const first = bytesOf(1, 2, 3);
  keepBeatFile(cache, { case_id: 1, version: 2 }, first);
  structuredClone(first, { transfer: [first] });
  for (let time = 0; time < 2; time += 1) {
    const file = await fetchBeatFile(cache, { case_id: 1, version: 2 });
    expect([...new Uint8Array(file)]).toEqual([1, 2, 3]);
    structuredClone(file, { transfer: [file] });
  }
  expect(download).not.toHaveBeenCalled();
  expect([...new Uint8Array(await fetchBeatFile(cache, { case_id: 1, version: 3 }))]).toEqual([9]);
  expect(download).toHaveBeenCalledExactlyOnceWith('beats', { case_id: 1, version: 3 });
  keepBeatFile(cache, { case_id: 5, version: 1 }, bytesOf(4));
  expect(cache.getQueryCache().getAll()).toHaveLength(1);
});
