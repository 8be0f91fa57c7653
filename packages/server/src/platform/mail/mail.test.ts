import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { mailCodes, mailRow } from '@rhythmdesk/domain/notice/mails';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, expect, test } from 'vitest';
import { standingClock } from '../clock/clock.ts';
import { testDatabase } from '../db/test-database.ts';
import { transact } from '../db/transact.ts';
import { givenUpJobs } from '../jobs/given-up.ts';
import type { JobPayload } from '../jobs/job-names.ts';
import { startJobs, type JobRunner } from '../jobs/runner.ts';
import { idleHandlers } from '../jobs/test-handlers.ts';
import { openLog } from '../log/log.ts';
import { openInstallationKey } from '../secrets/installation-key.ts';
import { oneTimeFrom } from '../secrets/one-time.ts';
import { mailTexts } from '../texts/mails.ts';
import { deliverMail, type MailDependencies } from './deliver-mail.ts';
import { outboxPort, readOutbox, sweepOutbox } from './outbox.ts';
import { sendMail } from './send-mail.ts';
import { smtpPort } from './smtp-port.ts';
import { testCertificate, testMailServer, type TestMailServer } from './test-mail-server.ts';
import { writeMail } from './write-mail.ts';

const { db, pool, app } = await testDatabase();
const folder = await mkdtemp(path.join(tmpdir(), 'mail-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const clock = standingClock(new Date('2026-11-20T09:00:00Z'));
const oneTime = oneTimeFrom(await openInstallationKey(folder));
const origin = 'https://desk.example';

const mail = { mail_id: 'a', to: 'kim@hospital.kr', language: 'en', subject: 's', text: 't', html: 'h' };
const open: { runner: JobRunner | null; server: TestMailServer | null } = { runner: null, server: null };
afterEach(async () => {
  await open.runner?.stop();
  await open.server?.close();
  open.runner = null;
  open.server = null;
  await pool.query('delete from graphile_worker._private_jobs');
});

async function run(port: MailDependencies['port']): Promise<void> {
  const handlers = {
    ...idleHandlers,
    'send-mail': async (queued: JobPayload<'send-mail'>) =>
      void (await deliverMail({ port, clock, oneTime, origin }, queued)),
  };
  open.runner = await startJobs({
    connection: app,
    handlers,
    places: { common: 1, analyses: 0 },
    log: openLog('silent'),
    stopMs: 500,
    pollMs: 50,
  });
}

async function serve(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  open.server = await testMailServer(options);
  return open.server;
}

const via = (
  { port }: TestMailServer,
  encryption: 'required' | 'offered' = 'required',
  ca = testCertificate,
) => smtpPort({ url: `smtp://127.0.0.1:${String(port)}`, from: 'no-reply@desk.example', encryption, ca });

const write = (to = 'kim@hospital.kr', user_name = 'Kim', useless_after = new Date('2026-11-20T09:20:00Z')) =>
  transact(db, (tx) =>
    sendMail(tx, {
      to,
      language: 'ko',
      time_zone: 'Asia/Seoul',
      code: 'password-link',
      parameters: { user_name, user_id: 'kim1', minutes: '20' },
      secret_id: '41',
      useless_after,
    }),
  );

const waiting = async (): Promise<number> =>
  (await pool.query('select 1 from graphile_worker._private_jobs')).rowCount ?? 0;
const runNow = async (): Promise<boolean> => {
  const text =
    'update graphile_worker._private_jobs set run_at = now() where locked_at is null and last_error is not null';
  return ((await pool.query(text)).rowCount ?? 0) > 0;
};

test('a mail is sent over an encrypted connection once its transaction is committed, and never after a rollback', async () => {
  const server = await serve();
  await run(via(server));
  const undone = transact(db, async (tx) => {
    await sendMail(tx, {
      to: 'nobody@hospital.kr',
      language: 'en',
      time_zone: 'UTC',
      code: 'email-code',
      parameters: { minutes: '10' },
      secret_id: '1',
    });
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await write();
  await expect.poll(() => server.received).toHaveLength(1);
  const [sent] = server.received;
  expect(sent).toMatchObject({ to: ['kim@hospital.kr'], secure: true });
  expect(sent?.content).toContain('Content-Language: ko');
  expect(sent?.content).toContain('multipart/alternative');
  await expect.poll(waiting).toBe(0);
});

test('a server without encryption is refused unless the settings allow it, and so is one without a trusted certificate', async () => {
  const plain = await serve({ disabledCommands: ['STARTTLS'] });
  await expect(via(plain).send(mail)).rejects.toThrow();
  expect(plain.received).toEqual([]);
  await via(plain, 'offered').send(mail);
  expect(plain.received).toHaveLength(1);
  await plain.close();
  const stranger = await serve();
  const untrusting = smtpPort({
    url: `smtp://127.0.0.1:${String(stranger.port)}`,
    from: 'no-reply@desk.example',
    encryption: 'required',
  });
  await expect(untrusting.send(mail)).rejects.toThrow();
  expect(stranger.received).toEqual([]);
});

test('name and password of the setting are sent to the server', async () => {
  const given: unknown[] = [];
  const server = await serve({
    authOptional: false,
    onAuth({ username, password }, _session, callback) {
      given.push([username, password]);
      callback(null, { user: username });
    },
  });
  const url = `smtp://desk%40b.kr:p%40ss%3Aword@127.0.0.1:${String(server.port)}`;
  const port = smtpPort({ url, from: 'no-reply@desk.example', encryption: 'required', ca: testCertificate });
  await port.send({
    mail_id: 'a',
    to: 'kim@hospital.kr',
    language: 'en',
    subject: 's',
    text: 't',
    html: 'h',
  });
  expect(given).toEqual([['desk@b.kr', 'p@ss:word']]);
  expect(server.received).toHaveLength(1);
});

test('a refused recipient fails at once and waits for an operator; a later refusal is repeated', async () => {
  const answers = [450, 550];
  const server = await serve({
    onRcptTo(_address, _session, callback) {
      const error: Error & { responseCode?: number } = new Error('no mailbox here');
      error.responseCode = answers.shift() ?? 250;
      callback(error.responseCode === 250 ? null : error);
    },
  });
  await write();
  await run(via(server));
  await expect.poll(() => answers).toEqual([550]);
  expect(await givenUpJobs(db)).toEqual([]);
  await expect.poll(runNow).toBe(true);
  await expect.poll(() => givenUpJobs(db)).toHaveLength(1);
  expect(await givenUpJobs(db)).toMatchObject([{ job: 'send-mail', fault: 'refused' }]);
  expect(server.received).toEqual([]);
});

test('after a connection failure the same mail is sent again, under the same id', async () => {
  const seen: string[] = [];
  let deaths = 1;
  const server = await serve({
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        seen.push(/^Message-ID: (.*)\r$/m.exec(Buffer.concat(chunks).toString())?.[1] ?? '');
        if (deaths > 0) {
          deaths -= 1;
          const error: Error & { responseCode?: number } = new Error('shutting down');
          error.responseCode = 421;
          callback(error);
          return;
        }
        callback(null);
      });
      expect(session.secure).toBe(true);
    },
  });
  await write();
  await run(via(server));
  await expect.poll(() => seen).toHaveLength(1);
  await expect.poll(runNow).toBe(true);
  await expect.poll(waiting).toBe(0);
  expect(new Set(seen).size).toBe(1);
  expect(seen).toHaveLength(2);
  expect(seen[0]).toMatch(/^<[0-9a-f-]{36}@desk\.example>$/);
});

test('a server that is unavailable, or ends every connection, costs an attempt and loses nothing', async () => {
  const gone = await serve();
  const port = via(gone);
  await gone.close();
  open.server = null;
  await write();
  await run(port);
  await expect.poll(runNow).toBe(true);
  expect(await waiting()).toBe(1);
  expect(await givenUpJobs(db)).toEqual([]);
});

test('an outdated mail is not sent', async () => {
  const server = await serve();
  await write('kim@hospital.kr', 'Kim', new Date('2026-11-20T08:59:59Z'));
  await run(via(server));
  await expect.poll(waiting).toBe(0);
  expect(server.received).toEqual([]);
});

test('without a server each mail is a private file, which is deleted after some time', async () => {
  const outbox = path.join(folder, 'outbox');
  const port = outboxPort(outbox, clock);
  await port.send(mail);
  await port.send(mail);
  expect(await readOutbox(outbox, 10)).toEqual([{ ...mail, sent_at: '2026-11-20T09:00:00.000Z' }]);
  expect((await stat(path.join(outbox, 'a.json'))).mode & 0o077).toBe(0);
  expect(await sweepOutbox(outbox, new Date(0))).toBe(0);
  expect(await sweepOutbox(outbox, new Date(Date.now() + 60_000))).toBe(1);
  expect(await readdir(outbox)).toEqual([]);
});

test('every mail in every language uses exactly its parameters, and its code if it has one', () => {
  for (const language of languages) {
    for (const code of mailCodes) {
      const { parameters, page, secret } = mailRow(code);
      const { subject, lines, button } = mailTexts[language][code];
      const used = [subject, ...lines].flatMap((line) =>
        [...line.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name),
      );
      const expected = [...parameters, ...(secret === 'email-code' ? ['code'] : [])];
      expect([language, code, [...new Set(used)].sort()]).toEqual([language, code, expected.sort()]);
      expect([language, code, button !== undefined]).toEqual([language, code, page !== undefined]);
      for (const parameter of parameters) expect(parameter).not.toMatch(/patient|birth|hn_id/);
    }
  }
});

const filled = { user_name: '<img src=x> & "Kim"\r\nBcc: all@x.kr', user_id: 'kim1', minutes: '20' };

test('user texts are escaped, stay on their line, and nothing is loaded from elsewhere', () => {
  const written = writeMail({
    code: 'password-link',
    language: 'en',
    time_zone: 'Asia/Seoul',
    parameters: filled,
    secret: 'a+b/c',
    origin,
  });
  expect(written.html).not.toContain('<img');
  expect(written.html).toContain('&#60;img src=x&#62; &#38; &#34;Kim&#34; Bcc: all@x.kr');
  expect(written.html).not.toMatch(/<(img|script|link|iframe)|url\(/i);
  expect(written.html.match(/(?:src|href)="[^"]*"/g)).toEqual([
    'href="https://desk.example/find-password#token=a%2Bb%2Fc"',
  ]);
  expect(written.text).toContain('Choose a new password: https://desk.example/find-password#token=a%2Bb%2Fc');
  expect(`${written.subject}${written.text}`).not.toMatch(/\{|\r/);
});

test('times are written in the reader’s language and zone', () => {
  const parameters = { user_name: '김', user_id: 'kim1', time: '2026-11-20T09:00:00.000Z' };
  const contents = { code: 'password-changed', parameters, secret: null, origin } as const;
  expect(writeMail({ ...contents, language: 'ko', time_zone: 'Asia/Seoul' }).text).toContain(
    '2026년 11월 20일',
  );
  expect(writeMail({ ...contents, language: 'en', time_zone: 'Asia/Tokyo' }).text).toContain('18:00:00');
});

test('a secret is the same for its row every time, another for any other row, key or kind', async () => {
  const other = oneTimeFrom(await openInstallationKey(path.join(folder, 'other')));
  const link = oneTime.make('password-link', '1');
  expect(oneTimeFrom(await openInstallationKey(folder)).make('password-link', '1')).toBe(link);
  expect(new Set([link, oneTime.make('password-link', '2'), other.make('password-link', '1')]).size).toBe(3);
  expect(link).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const code = oneTime.make('email-code', '1');
  expect(code).toMatch(/^\d{6}$/);
  expect(oneTime.matches('email-code', '1', code)).toBe(true);
  expect(oneTime.matches('email-code', '2', code)).toBe(code === oneTime.make('email-code', '2'));
  const keys = await Promise.all(
    Array.from({ length: 8 }, () => openInstallationKey(path.join(folder, 'race'))),
  );
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
});
