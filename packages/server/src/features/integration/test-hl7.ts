/** Starts a server that takes orders, and plays the partner's system that receives results, for tests. */
import net from 'node:net';
import { routes } from '@rhythmdesk/contract/routes';
import { eq } from 'drizzle-orm';
import { testDatabase } from '../../platform/db/test-database.ts';
import { partnerMessages } from '../../platform/db/schema/partners.ts';
import { users } from '../../platform/db/schema/people.ts';
import { parseMessage, readValue, type Hl7Message } from '../../platform/hl7/hl7-message.ts';
import { framed, MllpFramer } from '../../platform/hl7/mllp-framer.ts';
import { listenMllp } from '../../platform/hl7/mllp-listener.ts';
import { openMllp } from '../../platform/hl7/mllp-client.ts';
import { startWebPart } from '../../testing/test-web-part.ts';
import { tenantsOf } from '../../testing/test-two-centers.ts';
import { freePort } from '../../platform/test-ports.ts';

type World = Awaited<ReturnType<typeof tenantsOf>>;
type Changes = Record<string, unknown>;

export function parsed(text: string): Hl7Message {
  const message = parseMessage(text);
  if ('fault' in message) throw new Error(message.fault);
  return message;
}

export const acknowledgementOf = (id: string, code: string, words = ''): string =>
  `MSH|^~\\&|HIS|H|RD|C|1||ACK|1|P|2.5.1\rMSA|${code}|${id}|${words}\r`;

/** The system of the partner: what it received, and how it answers a control id. */
async function playPartner() {
  const played = {
    received: new Array<string>(),
    /** Each answer is a frame of its own. */
    answerOf: (id: string): string | readonly string[] => acknowledgementOf(id, 'AA'),
  };
  const receiver = await listenMllp({
    ...{ host: '127.0.0.1', port: 0, tls: null, connections: 10, idle_ms: 60_000 },
    answer: (frame) => {
      const text = frame.kind === 'message' ? frame.bytes.toString('utf8') : '';
      played.received.push(text);
      const answer = played.answerOf(readValue(parsed(text), 'MSH-10'));
      return Promise.resolve([answer].flat().map((each) => Buffer.from(each)));
    },
    onFault: () => undefined,
    onDropped: () => undefined,
  });
  return { played, receiver };
}

/** Returns the doctor of the hospital, whose cases its partners exchange. */
async function doctorOf(world: World) {
  const one = eq(users.id, world.person('doctor').id);
  const [row] = await world.db.select().from(users).where(one);
  if (row === undefined) throw new Error('no doctor');
  return { hospital_id: row.user_group_id, login: row.user_id };
}

/** Sends a message to the server's port and returns its answer. */
async function sendTo(port: number, text: string): Promise<Hl7Message> {
  const line = await openMllp({ host: '127.0.0.1', port, tls: null, timeout_ms: 20_000 });
  try {
    return parsed((await line.exchange(Buffer.from(text), () => true)).toString('latin1'));
  } finally {
    line.close();
  }
}

/** Sends a message and returns every answer to it, up to the end of the connection. */
async function answersTo(port: number, text: string): Promise<Hl7Message[]> {
  const socket = net.connect({ host: '127.0.0.1', port });
  socket.end(framed(Buffer.from(text)));
  const framer = new MllpFramer();
  const answers: Hl7Message[] = [];
  for await (const chunk of socket)
    for (const frame of Buffer.isBuffer(chunk) ? framer.push(chunk) : [])
      if (frame.kind === 'message') answers.push(parsed(frame.bytes.toString('latin1')));
  return answers;
}

export async function startHl7() {
  const port = await freePort();
  const world = await tenantsOf(await startWebPart(await testDatabase(), { HL7_PORT: String(port) }));
  const { played, receiver } = await playPartner();
  const { hospital_id, login } = await doctorOf(world);
  const known = { host: '127.0.0.1', port: receiver.port, from_addresses: ['127.0.0.1'] };
  const addPartner = async (settings: Changes, changes: Changes = {}): Promise<number> => {
    const answer = await world.call('integration/partners', world.person('admin').token, {
      method: 'POST',
      body: {
        ...{ hospital_id, channel: 'hl7', name: 'HIS', active: true, sends_results: true },
        ...{ takes_orders: true, acting_user: login, ...changes },
        settings: { ...known, ...settings },
      },
    });
    if (answer.status !== 201) throw new Error(await answer.text());
    return routes.createPartner.output.parse(await answer.json()).partner_id;
  };
  const messagesOf = (partner_id: number) =>
    world.db
      .select()
      .from(partnerMessages)
      .where(eq(partnerMessages.partner_id, partner_id))
      .orderBy(partnerMessages.message_id);
  const send = (text: string): Promise<Hl7Message> => sendTo(port, text);
  const sendAll = (text: string): Promise<Hl7Message[]> => answersTo(port, text);
  return { world, played, receiver, doctor: login, addPartner, messagesOf, send, sendAll };
}
