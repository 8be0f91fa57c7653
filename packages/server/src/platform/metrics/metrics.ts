/**
 * Collects the metrics of one program and writes them in Prometheus’ text format. Counters and histograms grow as the
 * work happens; gauges are read from their sources whenever the metrics are requested.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { productVersion } from '../version.ts';
import { counters, gauges, histograms, type GaugeName, type MetricRow } from './metric-table.ts';

export type Sample = {
  readonly name: GaugeName;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
};

/** Returns the present values of some gauges. A gauge without a sample is left out of the answer. */
type MetricSource = () => Promise<readonly Sample[]> | readonly Sample[];

export type ProgramName = 'server' | 'worker';

export type Metrics = {
  readonly request: (
    call: { readonly method: string; readonly route: string; readonly status: number },
    seconds: number,
  ) => void;
  readonly refused: (level: number) => void;
  readonly jobEnded: (job: string, outcome: 'done' | 'failed', seconds: number) => void;
  readonly addSource: (source: MetricSource) => void;
  /** Adds memory, processor time, event loop and garbage collection of this process. */
  readonly watchProcess: () => void;
  readonly text: () => Promise<string>;
  readonly contentType: string;
};

/** A source that takes longer is left out: Prometheus gives up after ten seconds. */
const longestMs = 4_000;
/** Requests of metrics within this time get the same answer, so that many of them cost the database nothing. */
const keptMs = 2_000;

function instruments(registry: Registry) {
  const registers = [registry];
  const made = new Map<GaugeName, Gauge>();
  const labelsOf = ({ labels = [] }: { readonly labels?: readonly string[] }): string[] => [...labels];
  const addGauge = (name: GaugeName): void => {
    const row: MetricRow = gauges[name];
    made.set(name, new Gauge({ name, help: row.help, labelNames: labelsOf(row), registers }));
  };
  for (const name of gaugeNames) addGauge(name);
  const counter = (name: keyof typeof counters) =>
    new Counter({ name, help: counters[name].help, labelNames: labelsOf(counters[name]), registers });
  const histogram = (name: keyof typeof histograms) => {
    const { help, buckets } = histograms[name];
    return new Histogram({
      ...{ name, help, registers },
      buckets: [...buckets],
      labelNames: labelsOf(histograms[name]),
    });
  };
  return {
    gauges: made,
    refused: counter('rhythmdesk_requests_refused_total'),
    ended: counter('rhythmdesk_jobs_ended_total'),
    requests: histogram('rhythmdesk_request_seconds'),
    jobs: histogram('rhythmdesk_job_seconds'),
  };
}

const isGaugeName = (name: string): name is GaugeName => name in gauges;
const gaugeNames: readonly GaugeName[] = Object.keys(gauges).filter(isGaugeName);

async function inTime(source: MetricSource): Promise<readonly Sample[]> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('a source of metrics took too long')), longestMs);
  try {
    return await Promise.race([Promise.resolve(source()), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the samples of all sources, and how many sources failed. */
async function samplesOf(sources: readonly MetricSource[]) {
  const asked = await Promise.allSettled(sources.map((source) => inTime(source)));
  const samples = asked.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  return { samples, failed: asked.filter(({ status }) => status === 'rejected').length };
}

/** Returns a function that repeats its last answer for a short time; calls at the same moment share one. */
function keptShortly(make: () => Promise<string>): () => Promise<string> {
  let kept: { readonly at: number; readonly text: Promise<string> } | null = null;
  return () => {
    if (kept === null || performance.now() - kept.at > keptMs) kept = { at: performance.now(), text: make() };
    return kept.text;
  };
}

export function openMetrics(program: ProgramName): Metrics {
  const registry = new Registry();
  const made = instruments(registry);
  const sources: MetricSource[] = [
    () => [{ name: 'rhythmdesk_build_info', labels: { program, version: productVersion }, value: 1 }],
  ];
  const write = async (): Promise<string> => {
    const { samples, failed } = await samplesOf(sources);
    for (const gauge of made.gauges.values()) gauge.reset();
    for (const { name, labels = {}, value } of samples) made.gauges.get(name)?.set({ ...labels }, value);
    made.gauges.get('rhythmdesk_sources_failed')?.set(failed);
    const given = new Set<string>(['rhythmdesk_sources_failed', ...samples.map(({ name }) => name)]);
    // A gauge without labels would otherwise be 0 where its value is unknown.
    const shown = registry.getMetricsAsArray().filter(({ name }) => !isGaugeName(name) || given.has(name));
    const texts = await Promise.all(shown.map(({ name }) => registry.getSingleMetricAsString(name)));
    return `${texts.join('\n\n')}\n`;
  };
  return {
    request: ({ method, route, status }, seconds) =>
      made.requests.observe({ method, route, status: `${String(Math.floor(status / 100))}xx` }, seconds),
    refused: (level) => made.refused.inc({ level: String(level) }),
    jobEnded: (job, outcome, seconds) => {
      made.ended.inc({ kind: job, outcome });
      made.jobs.observe({ kind: job }, seconds);
    },
    addSource: (source) => void sources.push(source),
    watchProcess: () => {
      collectDefaultMetrics({ register: registry });
      // Gauges whose names end as those of counters do; the series without the ending have the same figures by type.
      for (const name of ['handles', 'requests', 'resources'])
        registry.removeSingleMetric(`nodejs_active_${name}_total`);
    },
    text: keptShortly(write),
    contentType: registry.contentType,
  };
}
