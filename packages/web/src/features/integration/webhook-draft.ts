/** Converts a receiver of webhooks to the fields of its form, and back to the input of the server. */
import type { WebhookPartner } from '@rhythmdesk/contract/partners';
import type { WebhookEvent } from '@rhythmdesk/domain/integration/webhook-events';
import type { ChosenHospital } from './form-parts.tsx';

export type WebhookDraft = {
  hospital: ChosenHospital;
  name: string;
  active: boolean;
  url: string;
  events: WebhookEvent[];
  with_results: boolean;
  ca: string;
};

export function webhookDraftOf(webhook: WebhookPartner | null): WebhookDraft {
  const usual: WebhookEvent[] = ['report.released', 'report.corrected'];
  return {
    hospital: webhook === null ? null : { id: webhook.hospital.id, name: webhook.hospital.name },
    name: webhook?.name ?? '',
    active: webhook?.active ?? true,
    url: webhook?.settings.url ?? '',
    events: webhook?.settings.events ?? usual,
    with_results: webhook?.settings.with_results ?? false,
    ca: webhook?.settings.ca ?? '',
  };
}

const fields = ['name', 'url', 'events', 'ca'] as const;
export const isWebhookField = (name: string): name is (typeof fields)[number] =>
  fields.some((each) => each === name);

export const webhookInput = ({ name, active, url, events, with_results, ca }: WebhookDraft) => ({
  ...{ name, active },
  settings: { url, events, with_results, ca },
});
