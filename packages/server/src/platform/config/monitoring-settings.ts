/** Defines the settings for metrics, health probes and traces. */
import { z } from 'zod';
import { line, number, url, type Setting } from './setting.ts';

export const monitoringSettings = {
  METRICS_PORT: {
    shape: number(0, 65535),
    fallback: undefined,
    accepts: '0 to 65535, 0 = any free one',
    purpose:
      'The port on which this program serves `/metrics`, `/healthz` and `/readyz`, from its first moment on; without it there is none. See [monitoring.md](monitoring.md).',
  },
  METRICS_HOST: {
    shape: z.string().min(1),
    fallback: '127.0.0.1',
    accepts: 'address',
    purpose: 'The address on which metrics are served. Any but loopback needs `METRICS_TOKEN`.',
  },
  METRICS_TOKEN: {
    shape: z.string().regex(/^[A-Za-z0-9_-]{16,512}$/),
    fallback: undefined,
    accepts: '16 to 512 letters, digits, `-`, `_`',
    purpose: 'The bearer token that `/metrics` needs. Health probes need none.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    shape: url,
    fallback: undefined,
    accepts: 'http or https URL',
    purpose:
      'The collector to which traces are sent by OTLP over HTTP, without `/v1/traces`. Without it none are recorded.',
  },
  OTEL_SERVICE_NAME: {
    shape: line,
    fallback: 'rhythmdesk',
    accepts: 'text',
    purpose: 'The name of the service in traces.',
  },
} as const satisfies Record<string, Setting>;
