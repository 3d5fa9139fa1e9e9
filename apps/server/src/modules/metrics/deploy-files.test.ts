import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { backupMetrics } from '../../backup/nightly.ts';
import { botMetrics } from '../../bot/bot.ts';
import { serverRoot } from '../../platform/server-root.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { installed, runPromtool } from '../../testing/test-servers.ts';

const read = (file: string) => readFileSync(join(serverRoot, '../../deploy', file), 'utf8');
const alerts = read('prometheus/alerts.yml');
const dashboard = read('grafana/tribehall.json');
const folder = mkdtempSync(join(tmpdir(), 'metrics-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Panel = { title: string; targets?: { expr: string }[] };
const { panels } = JSON.parse(dashboard) as { panels: Panel[] };
const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

const namesIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b(tribehall|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, '')),
  );

const fine = { status: 0 };

/** Alerts by what Prometheus stores of a portal. */
const cases = `
rule_files: [${JSON.stringify(join(serverRoot, '../../deploy/prometheus/alerts.yml'))}]
evaluation_interval: 1m
tests:
  - interval: 1m
    input_series:
      - { series: 'up{job="tribehall",instance="a"}', values: '1 0x20' }
      - { series: 'tribehall_bus_connected{job="tribehall",instance="a"}', values: '1x5 0x20' }
      - { series: 'tribehall_http_requests_total{job="tribehall",instance="a",status="2xx"}', values: '0+90x30' }
      - { series: 'tribehall_http_requests_total{job="tribehall",instance="a",status="5xx"}', values: '0+10x30' }
      - { series: 'tribehall_connected_servers{job="tribehall",instance="a"}', values: '10x9 5x20' }
      - { series: 'tribehall_rcon_duration_seconds_bucket{server="s1",le="2.5"}', values: '0x30' }
      - { series: 'tribehall_rcon_duration_seconds_bucket{server="s1",le="10"}', values: '0+5x30' }
      - { series: 'tribehall_rcon_duration_seconds_bucket{server="s1",le="+Inf"}', values: '0+5x30' }
      - { series: 'tribehall_backup_age_seconds{instance="a"}', values: '108000x70' }
      - { series: 'tribehall_backup_age_seconds{instance="b"}', values: '107940+60x70' }
    alert_rule_test:
      - { eval_time: 1m, alertname: TribehallDown }
      - eval_time: 5m
        alertname: TribehallDown
        exp_alerts:
          - exp_labels: { severity: critical, job: tribehall, instance: a }
            exp_annotations: { summary: 'The portal a does not answer.' }
      - { eval_time: 5m, alertname: TribehallBusAway }
      - eval_time: 10m
        alertname: TribehallBusAway
        exp_alerts:
          - exp_labels: { severity: critical, job: tribehall, instance: a }
            exp_annotations: { summary: 'a cannot reach NATS, nor the other portals.' }
      - eval_time: 20m
        alertname: TribehallFailingRequests
        exp_alerts:
          - exp_labels: { severity: warning, instance: a }
            exp_annotations: { summary: '10% of the requests to a fail.' }
      - { eval_time: 9m, alertname: TribehallServersLost }
      - eval_time: 20m
        alertname: TribehallServersLost
        exp_alerts:
          - exp_labels: { severity: warning }
            exp_annotations: { summary: 'Many game servers have lost their connection; 5 are connected.' }
      - eval_time: 25m
        alertname: TribehallRconSlow
        exp_alerts:
          - exp_labels: { severity: warning, server: s1 }
            exp_annotations: { summary: 'The game server s1 answers RCON after 9.25s.' }
      - { eval_time: 60m, alertname: TribehallBackupOld }
      - eval_time: 65m
        alertname: TribehallBackupOld
        exp_alerts:
          - exp_labels: { severity: warning, instance: b }
            exp_annotations: { summary: 'The latest nightly backup of b is 1d 7h 4m 0s old.' }
`;

describe('the dashboard and the alerts', () => {
  it('name metrics that there are', async () => {
    const app = await createTestApp({ METRICS_TOKEN: 'a-token-that-only-prometheus-knows' });
    const botNames = botMetrics({ isLeader: false, connected: undefined }).map(({ name }) => name);
    const backupNames = backupMetrics(app.ctx).map(({ name }) => name);
    const known = new Set([...app.ctx.state.metrics.registry.names(), ...botNames, ...backupNames]);
    for (const text of [alerts, ...expressions])
      expect(
        [...namesIn(text)].filter((name) => !known.has(name)),
        text,
      ).toEqual([]);
    expect(expressions.length).toBeGreaterThan(30);
    // Everything of ours is on the dashboard.
    const shown = namesIn(expressions.join('\n'));
    const missing = [...known].filter((name) => name.startsWith('tribehall_') && !shown.has(name));
    expect(missing).toEqual(['tribehall_bot_leader']);
  });

  it.skipIf(!installed.promtool)('are what Prometheus understands', () => {
    expect(runPromtool(['check', 'rules', join(serverRoot, '../../deploy/prometheus/alerts.yml')])).toMatchObject(fine);
    const rules = expressions.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }));
    const file = join(folder, 'panels.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    expect(runPromtool(['check', 'rules', file])).toMatchObject(fine);
  });

  it.skipIf(!installed.promtool)('fire when something is wrong, and not before', () => {
    const file = join(folder, 'cases.yml');
    writeFileSync(file, cases);
    expect(runPromtool(['test', 'rules', file])).toMatchObject(fine);
  });
});
