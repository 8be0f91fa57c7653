/**
 * Sets the time zone in which the demo's billing months end: that of its server, which must not change once months are
 * closed.
 */
import { readConfig } from '@rhythmdesk/server/platform/config/config';

export const demoBillingZone = readConfig(process.env).BILLING_TIME_ZONE;
