/** Sends text messages: through an HTTP gateway, or into the outbox if none is configured. */
import type { Clock } from '../clock/clock.ts';
import { outboxPort } from '../mail/outbox.ts';
import { escapeHtml } from '../texts/escape-html.ts';

type TextMessage = {
  /** The same for every attempt of one message, so that a gateway that received it twice can recognise it. */
  readonly message_id: string;
  /** Digits only. */
  readonly to: string;
  readonly language: string;
  readonly text: string;
};

export type TextMessagePort = {
  /**
   * Resolves once the gateway is responsible for the message. Throws `TextMessageRefused` if another attempt cannot
   * help.
   */
  readonly send: (message: TextMessage) => Promise<void>;
};

/** The gateway refused this message permanently: unknown number, sender not allowed. */
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

/** Temporary refusals: too early, too many, or a request to try again. */
const passing = new Set([408, 425, 429]);

/** Sends one POST of `{ message_id, from, to, text }` per message. Any 2xx means success; a 4xx is permanent. */
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

/** Writes to the same folder as the mails, so that all unsent messages are in one place. */
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
