/** How a text message leaves the house: through a gateway that takes HTTP, or into the outbox where none is set. */
import type { Clock } from '../clock/clock.ts';
import { outboxPort } from '../mail/outbox.ts';
import { escapeHtml } from '../texts/escape-html.ts';

type TextMessage = {
  /** The same for every attempt of one message, so that a gateway that got it twice can tell. */
  readonly message_id: string;
  /** Digits alone. */
  readonly to: string;
  readonly language: string;
  readonly text: string;
};

export type TextMessagePort = {
  /** Resolves once somebody else answers for the message. Throws `TextMessageRefused` where trying again cannot help. */
  readonly send: (message: TextMessage) => Promise<void>;
};

/** The gateway refused this message for good: no such number, not allowed from us. */
export class TextMessageRefused extends Error {
  constructor(status: number) {
    super(`the gateway refused the message with ${String(status)}`);
    this.name = 'TextMessageRefused';
  }
}

const answerWithinMs = 10_000;

export type Gateway = {
  readonly url: string;
  readonly token: string | undefined;
  readonly from: string | undefined;
};

/** Refusals that may pass: too early, too many, a gateway that asks to be tried again. */
const passing = new Set([408, 425, 429]);

/** One POST of `{ message_id, from, to, text }` a message; any 2xx is a yes, a 4xx is for good. */
export function gatewayPort({ url, token, from }: Gateway): TextMessagePort {
  return {
    send: async ({ message_id, to, text }) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': message_id,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ message_id, from, to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(answerWithinMs),
      });
      await answer.body?.cancel();
      if (answer.ok) return;
      const { status } = answer;
      if (status >= 400 && status < 500 && !passing.has(status)) throw new TextMessageRefused(status);
      throw new Error(`the gateway answered ${String(status)}`);
    },
  };
}

const linked = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (href) => `<a href="${href}">${href}</a>`);

/** Beside the mails, so that one place shows what would have left the house. */
export function outboxTextPort(folder: string, clock: Clock): TextMessagePort {
  const mails = outboxPort(folder, clock);
  return {
    send: ({ message_id, to, language, text }) =>
      mails.send({
        mail_id: message_id,
        to,
        language,
        subject: 'SMS',
        text,
        html: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body><p>${linked(text)}</p></body></html>`,
      }),
  };
}
