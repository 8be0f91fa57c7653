/** Loads OpenTelemetry and sends spans by OTLP (HTTP, protocol buffers or JSON) in the background. */
import { productVersion } from '../version.ts';
import type { Tracing } from './traces.ts';

export type TraceSettings = {
  /** The address of the collector; `/v1/traces` is added. */
  readonly endpoint: string;
  readonly service: string;
  readonly onFault: (fault: unknown) => void;
};

/** Spans that wait to be sent; more are dropped, so that an absent collector costs no memory. */
const mostWaiting = 4_096;

export async function openTraces({ endpoint, service, onFault }: TraceSettings): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { AsyncLocalStorageContextManager }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
    ]);
  const contexts = new AsyncLocalStorageContextManager().enable();
  api.context.setGlobalContextManager(contexts);
  api.diag.setLogger(
    {
      error: onFault,
      warn: () => undefined,
      info: () => undefined,
      debug: () => undefined,
      verbose: () => undefined,
    },
    api.DiagLogLevel.ERROR,
  );
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5_000 });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': productVersion }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, maxQueueSize: mostWaiting })],
  });
  const tracer = provider.getTracer('rhythmdesk');
  const { SERVER: server, CLIENT: client, INTERNAL: internal } = api.SpanKind;
  return {
    begin: (name, kind, attributes) => {
      const span = tracer.startSpan(name, { kind, attributes }, api.context.active());
      return { span, context: api.trace.setSpan(api.context.active(), span) };
    },
    within: (context, work) => api.context.with(context, work),
    kinds: { server, client, internal },
    errorStatus: api.SpanStatusCode.ERROR,
    close: async () => {
      await provider.shutdown();
      contexts.disable();
      api.context.disable();
      api.diag.disable();
    },
  };
}
