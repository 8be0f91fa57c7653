import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { blobOf, bytesOf, piecesOf } from './file-body.ts';

/** A file whose connection breaks off after its first byte. */
function broken(): Response {
  let pulls = 0;
  const body = new ReadableStream({
    pull(controller) {
      pulls += 1;
      if (pulls === 1) controller.enqueue(Uint8Array.of(1));
      else controller.error(new TypeError('network error'));
    },
  });
  return new Response(body);
}

async function lengthOf(file: Response): Promise<number> {
  let length = 0;
  for await (const piece of piecesOf(file)) length += piece.length;
  return length;
}

test.each([blobOf, bytesOf, lengthOf])(
  'a file that breaks off fails as a call without a network: %o',
  async (read) => {
    await expect(read(broken())).rejects.toMatchObject({ code: 'network/offline', status: 0 });
    await expect(read(broken())).rejects.toBeInstanceOf(ApiError);
  },
);

test('a whole file is read, also an empty one', async () => {
  expect(await lengthOf(new Response('four'))).toBe(4);
  expect(await lengthOf(new Response(null))).toBe(0);
  expect((await blobOf(new Response('four'))).size).toBe(4);
});
