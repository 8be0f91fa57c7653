/** Prepares the sending of webhooks and DICOM objects from the settings. */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { PacsSending } from '../features/integration/dicom/send-objects.ts';
import type {
  WebhookDependencies,
  WebhookSending,
} from '../features/integration/webhook/webhook-dependencies.ts';
import { reportWords } from '../features/reports/report-words.ts';
import { networkList, systemResolve } from '../platform/webhooks/connect-guard.ts';
import type { Platform } from './open-platform.ts';

type Needed = Pick<Platform, 'db' | 'clock' | 'sealer' | 'config'>;

export function webhookDependencies({ db, clock, sealer, config }: Needed): WebhookDependencies {
  const allowed = networkList(config.WEBHOOK_NETWORKS ?? []);
  return { db, clock, sealer, policy: { allowed, http: config.WEBHOOK_HTTP, resolve: systemResolve } };
}

export function webhookSending(platform: Needed): WebhookSending {
  const { config } = platform;
  return {
    ...webhookDependencies(platform),
    base: config.PUBLIC_URL ?? '',
    retry_ms: config.MESSAGE_RETRY_HOURS * 3_600_000,
    timeout_ms: config.MESSAGE_TIMEOUT_SECONDS * 1000,
    off_ms: config.WEBHOOK_OFF_HOURS * 3_600_000,
  };
}

export const reportTitle = (language: Language): string => reportWords[language].title;

export function pacsSending(platform: Needed & Pick<Platform, 'files'>): PacsSending {
  const { config, files } = platform;
  return {
    ...webhookDependencies(platform),
    ...{ files, titleOf: reportTitle },
    retry_ms: config.MESSAGE_RETRY_HOURS * 3_600_000,
    timeout_ms: config.MESSAGE_TIMEOUT_SECONDS * 1000,
  };
}
