/** Tests which refusals of a mail server end a mail, and which are faults of the settings. */
import { afterEach, expect, test } from 'vitest';
import { MailRefused } from './mail-port.ts';
import { smtpPort } from './smtp-port.ts';
import { testCertificate, testMailServer, type TestMailServer } from './test-mail-server.ts';

const mail = {
  mail_id: 'a',
  to: 'kim@hospital.kr',
  language: 'en',
  subject: 's',
  text: 't',
  html: 'h',
} as const;
const open: { server: TestMailServer | null } = { server: null };
afterEach(async () => {
  await open.server?.close();
});

/** Answers sender and recipient with these codes. */
async function sendTo(ofSender: number, ofRecipient: number): Promise<unknown> {
  const answer = (code: number) =>
    code === 250 ? null : Object.assign(new Error('not from here'), { responseCode: code });
  const server = await testMailServer({
    onMailFrom: (_address, _session, callback) => callback(answer(ofSender)),
    onRcptTo: (_address, _session, callback) => callback(answer(ofRecipient)),
  });
  open.server = server;
  const url = `smtp://127.0.0.1:${String(server.port)}`;
  const port = smtpPort({ url, from: 'desk@desk.example', encryption: 'required', ca: testCertificate });
  return port.send(mail).catch((fault: unknown) => fault);
}

test.each([
  ['an unknown recipient ends the mail', 250, 550, true],
  ['a refused sender is a fault of the settings', 550, 250, false],
  ['a server that wants a sign-in is a fault of the settings', 250, 530, false],
])('%s', async (_name, ofSender, ofRecipient, isOver) => {
  const fault = await sendTo(ofSender, ofRecipient);
  expect(fault).toBeInstanceOf(Error);
  expect(fault instanceof MailRefused).toBe(isOver);
});
