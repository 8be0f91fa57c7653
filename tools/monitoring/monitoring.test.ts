/** Tests that alert rules and dashboard use only metrics that exist, use every metric, and that each alert has a test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  counters,
  gauges,
  histograms,
  type MetricRow,
} from '@rhythmdesk/server/platform/metrics/metric-table';
import { openMetrics } from '@rhythmdesk/server/platform/metrics/metrics';
import { expect, test } from 'vitest';
import { z } from 'zod';

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
const alerts = read('alerts.yml');
const dashboard = z
  .object({
    panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) })),
  })
  .parse(JSON.parse(read('dashboard.json')));
const expressions = [
  ...[...alerts.matchAll(/expr: '(.*)'$/gm)].map(([, expr]) => expr?.replaceAll("''", "'") ?? ''),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

const own = /\b(?:rhythmdesk|nodejs|process)_\w+/g;
const namesIn = (text: string): string[] => text.match(own) ?? [];

/** The names of the series, of which a histogram has three. */
async function seriesNames(): Promise<Set<string>> {
  const metrics = openMetrics('server');
  metrics.watchProcess();
  const ofProcess = [...(await metrics.text()).matchAll(/^# TYPE ((?:nodejs|process)_\w+)/gm)].map(
    ([, name]) => name ?? '',
  );
  const ofHistograms = Object.keys(histograms).flatMap((name) =>
    ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`),
  );
  return new Set([...ofProcess, ...Object.keys(gauges), ...Object.keys(counters), ...ofHistograms]);
}

test('every metric in a rule or on the dashboard exists', async () => {
  const known = await seriesNames();
  expect(expressions.length).toBeGreaterThan(50);
  const strange = [...new Set(expressions.flatMap(namesIn))].filter((name) => !known.has(name));
  expect(strange).toEqual([]);
});

test('every metric is on the dashboard or in a rule', () => {
  const used = new Set(expressions.flatMap(namesIn).map((name) => name.replace(/_(bucket|count|sum)$/, '')));
  const unused = Object.keys({ ...gauges, ...counters, ...histograms }).filter((name) => !used.has(name));
  expect(unused).toEqual([]);
});

test('no label has a name that Prometheus gives its own series', () => {
  const rows = Object.entries<MetricRow>({ ...gauges, ...counters, ...histograms });
  const taken = rows.filter(([, { labels = [] }]) =>
    labels.some((label) => /^(job|instance|le|__.*)$/.test(label)),
  );
  expect(taken).toEqual([]);
});

test('every alert has a test of its own', () => {
  const named = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
  const tested = [...read('alerts.test.yml').matchAll(/- name: '(Rhythmdesk\w+)'/g)].map(
    ([, name]) => name ?? '',
  );
  expect(named.length).toBeGreaterThan(20);
  expect(tested).toEqual(named);
});
