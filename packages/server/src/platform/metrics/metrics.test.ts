/** Tests the text of the metrics: what happened, what the sources say, and what is unknown. */
import { expect, test } from 'vitest';
import { openMetrics } from './metrics.ts';

test('requests are counted by method, route template and class of status', async () => {
  const metrics = openMetrics('server');
  metrics.request({ method: 'GET', route: '/api/v1/case/case/:case_id', status: 200 }, 0.02);
  metrics.request({ method: 'GET', route: '/api/v1/case/case/:case_id', status: 204 }, 0.5);
  metrics.request({ method: 'GET', route: 'none', status: 404 }, 0.001);
  const text = await metrics.text();
  const route = 'method="GET",route="/api/v1/case/case/:case_id",status="2xx"';
  expect(text).toContain(`rhythmdesk_request_seconds_bucket{le="0.03",${route}} 1`);
  expect(text).toContain(`rhythmdesk_request_seconds_count{${route}} 2`);
  expect(text).toContain('rhythmdesk_request_seconds_count{method="GET",route="none",status="4xx"} 1');
});

test('a gauge is left out while its value is unknown, also when its source failed', async () => {
  const metrics = openMetrics('worker');
  metrics.addSource(() => [{ name: 'rhythmdesk_files_waiting', value: 3 }]);
  metrics.addSource(() => Promise.reject(new Error('the database is away')));
  const text = await metrics.text();
  expect(text).toContain('\nrhythmdesk_files_waiting 3\n');
  expect(text).toMatch(/\nrhythmdesk_build_info\{program="worker",version="[\d.]+[^"]*"\} 1\n/);
  expect(text).toContain('\nrhythmdesk_sources_failed 1\n');
  expect(text).not.toContain('rhythmdesk_backup_age_seconds');
});

test('a value that has gone does not stay', async () => {
  const metrics = openMetrics('server');
  const rows = [{ name: 'rhythmdesk_trouble' as const, labels: { trouble: 'disk-low' }, value: 1 }];
  metrics.addSource(() => rows.splice(0));
  const texts = [await metrics.text(), await metrics.text()];
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain('rhythmdesk_trouble{trouble="disk-low"} 1');
});

test('jobs are counted by outcome, refusals by level, and the process is described', async () => {
  const metrics = openMetrics('server');
  metrics.jobEnded('send-mail', 'failed', 2);
  metrics.refused(1);
  metrics.watchProcess();
  const text = await metrics.text();
  expect(text).toContain('rhythmdesk_jobs_ended_total{kind="send-mail",outcome="failed"} 1');
  expect(text).toContain('rhythmdesk_requests_refused_total{level="1"} 1');
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
    expect(text).toContain(`\n${name} `);
});

test('only counters have the ending of counters, also among the figures of the process', async () => {
  const metrics = openMetrics('server');
  metrics.watchProcess();
  const gauges = [...(await metrics.text()).matchAll(/^# TYPE (\w+) gauge$/gm)].map(([, name]) => name);
  expect(gauges.filter((name) => name?.endsWith('_total'))).toEqual([]);
  expect(gauges).toContain('nodejs_active_resources');
});
