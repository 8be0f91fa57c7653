/** Opens what watches a program from outside: metrics, the port of metrics and health, and traces. */
import type { Config } from '../platform/config/config.ts';
import type { Troubles } from '../platform/http/troubles.ts';
import type { Log } from '../platform/log/log.ts';
import { openMetrics, type Metrics, type ProgramName } from '../platform/metrics/metrics.ts';
import { openOperationsPort } from '../platform/metrics/operations-port.ts';
import { recordWith } from '../platform/traces/traces.ts';
import { addFigures } from './program-figures.ts';
import type { Platform } from './open-platform.ts';

export type Operations = {
  readonly metrics: Metrics;
  /** Called when the program has started. */
  readonly started: (platform: Platform, troubles: Troubles) => void;
  readonly stopping: () => void;
  readonly close: () => Promise<void>;
};

async function openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME }: Config, log: Log) {
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null;
  const { openTraces } = await import('../platform/traces/open-traces.ts');
  const tracing = await openTraces({
    endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
    service: OTEL_SERVICE_NAME,
    onFault: (fault) => log.warn({ reason: String(fault).slice(0, 200) }, 'traces were not sent'),
  });
  recordWith(tracing);
  return tracing;
}

async function openPort(config: Config, metrics: Metrics, log: Log) {
  const { METRICS_HOST: host, METRICS_PORT: port, METRICS_TOKEN: token } = config;
  if (port === undefined) return null;
  const onFault = (fault: unknown): void => log.warn({ err: fault }, 'a request of metrics failed');
  const opened = await openOperationsPort({ host, port, token }, metrics, onFault);
  log.info({ port: opened.port }, 'metrics and health are served');
  return opened;
}

export async function openOperations(program: ProgramName, config: Config, log: Log): Promise<Operations> {
  const metrics = openMetrics(program);
  const port = await openPort(config, metrics, log);
  const tracing = await openTracing(config, log);
  if (port !== null) metrics.watchProcess();
  return {
    metrics,
    started: (platform, troubles) => {
      addFigures(platform, troubles);
      port?.report(troubles);
    },
    stopping: () => port?.report(() => Promise.resolve(['stopping'])),
    close: async () => {
      await port?.stop();
      recordWith(null);
      await tracing?.close();
    },
  };
}
