/** Sends one webhook by POST and returns the status of the answer with the beginning of its body. */
import { guardedPost, type Post, type PostAnswer, type PostLines, type PostPolicy } from './guarded-post.ts';

export type WebhookAnswer = Omit<PostAnswer, 'whole'>;

type Webhook = Pick<Post, 'url' | 'headers' | 'ca'> & { readonly body: string };

const answerBytes = 8 * 1024;

export async function postWebhook(
  { body, ...post }: Webhook,
  policy: PostPolicy,
  { timeout_ms, lines }: { readonly timeout_ms: number; readonly lines?: PostLines },
): Promise<WebhookAnswer> {
  const bytes = Buffer.from(body);
  const sent = { ...post, size_bytes: bytes.length, body: () => [bytes] };
  const { status, text } = await guardedPost(sent, policy, {
    ...{ timeout_ms, answer_bytes: answerBytes },
    ...(lines === undefined ? {} : { lines }),
  });
  return { status, text };
}
