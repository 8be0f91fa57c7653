/** The zone in which the demo's months end: its server's, which the months that are closed here keep it to. */
import { readConfig } from '@rhythmdesk/server/platform/config/config';

export const demoBillingZone = readConfig(process.env).BILLING_TIME_ZONE;
