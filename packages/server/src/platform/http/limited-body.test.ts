import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { limitedBody } from './limited-body.ts';

async function readAll(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('a body within its limit is read completely', async () => {
  const source = new PassThrough();
  const body = limitedBody(source, 8);
  source.end('12345678');
  expect(await readAll(body)).toBe('12345678');
});

test('a body above its limit fails where it is read', async () => {
  const source = new PassThrough();
  const body = limitedBody(source, 8);
  source.end('123456789');
  await expect(readAll(body)).rejects.toMatchObject({ code: 'input/body-too-large' });
});

test.each([
  [
    'over its limit',
    (source: PassThrough) => void source.write('123456789'),
    { code: 'input/body-too-large' },
  ],
  ['broken off', (source: PassThrough) => void source.emit('aborted'), { code: 'input/invalid' }],
  ['with a fault', (source: PassThrough) => void source.destroy(new Error('reset')), { message: 'reset' }],
])('a body that nobody reads ends without an error: %s', async (_case, end, fault) => {
  const source = new PassThrough();
  const body = limitedBody(source, 8);
  const closed = new Promise((resolve) => body.once('close', resolve));
  end(source);
  await closed;
  await expect(readAll(body)).rejects.toMatchObject(fault);
});
