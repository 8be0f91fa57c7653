/**
 * Deletes records that are stored only for a while: drafts, ended sessions, failed sign-ins, responses of repeated
 * calls.
 */
import { retention } from '@rhythmdesk/domain/privacy/retention';
import { forgetConsentLinks } from '../features/agreements/consent-link.ts';
import { forgetMessages } from '../features/integration/forget-messages.ts';
import { forgetNotifications } from '../features/notices/notifications.ts';
import { forgetOldDrafts } from '../features/people/drafts.ts';
import { forgetOldVerifications } from '../features/people/email-verification.ts';
import { forgetOldFailures } from '../features/people/login-throttle.ts';
import { forgetOldLinks } from '../features/people/one-time-link.ts';
import { forgetOldTickets } from '../features/people/sign-in-tickets.ts';
import { forgetOldSessions } from '../features/people/sessions.ts';
import { outboxFolder, sweepOutbox } from '../platform/mail/outbox.ts';
import { forgetIdempotencyKeys } from '../platform/http/idempotency.ts';
import type { Platform } from './open-platform.ts';

const dayMs = 86_400_000;

export async function sweepRecords({
  db,
  clock,
  log,
  config,
}: Pick<Platform, 'db' | 'clock' | 'log' | 'config'>): Promise<void> {
  const now = clock.now();
  log.info(
    {
      drafts: await forgetOldDrafts(db, now, config.DRAFT_RETENTION_DAYS),
      sessions: await forgetOldSessions(db, now, retention.session.ends.days),
      verifications: await forgetOldVerifications(db, now),
      links: await forgetOldLinks(db, now),
      tickets: await forgetOldTickets(db, now),
      failures: await forgetOldFailures(db, now),
      mails: await sweepOutbox(
        outboxFolder(config.DATA_DIR),
        new Date(now.getTime() - retention.mail.ends.days * dayMs),
      ),
      notifications: await forgetNotifications(db, now, config.NOTIFICATION_RETENTION_DAYS),
      consent_links: await forgetConsentLinks(db, now, retention['consent-link'].ends.days),
      messages: await forgetMessages(db, now, config.MESSAGE_RETENTION_DAYS),
      answers: await forgetIdempotencyKeys(db, retention.answer.ends.days),
    },
    'old records forgotten',
  );
}
