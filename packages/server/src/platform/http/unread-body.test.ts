import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { testWeb } from '../../testing/test-web.ts';

const web = await testWeb();
const center = await web.addGroup('tech_center', 'Center');
const technician = await web.addUser('technician1', 'TECHNICIAN', center);
const hospital = await web.addGroup('hospital', 'Hospital', center);
const doctor = await web.addUser('doctor1', 'DOCTOR', hospital);

/** Returns the response to the head of an upload whose body never comes. */
async function answerToHead(path: string, token: string): Promise<string> {
  const { hostname, port } = new URL(web.address);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST /api/v1/${path} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${token}`,
    'content-type: application/pdf',
    'content-length: 49000000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n%PDF-`);
  const text = new Promise<string>((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString()));
  });
  await once(socket, 'data');
  socket.destroy();
  return text;
}

test.each([
  ['files', technician.token, 'kind=report&'],
  ['user-files', doctor.token, ''],
])('a file for another’s case is refused before its body is read: %s', async (path, token, kind) => {
  const answer = await answerToHead(`case/case/999999/${path}?version=1&${kind}filename=a.pdf`, token);
  expect(answer).toMatch(/^HTTP\/1.1 404 /);
});
