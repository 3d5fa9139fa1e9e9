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

type Case = {
  /** What Prometheus stores, one value a minute. */
  series: Record<string, string>;
  quietAt: string;
  firesAt: string;
  labels: string;
  summary: string;
};

const portal = 'job="tribehall",instance="a"';
const buckets = (name: string, labels: string, slow: string, top: string) => ({
  [`${name}_bucket{${labels}le="${slow}"}`]: '0x30',
  [`${name}_bucket{${labels}le="${top}"}`]: '0+60x30',
  [`${name}_bucket{${labels}le="+Inf"}`]: '0+60x30',
});

const cases: Record<string, Case> = {
  TribehallDown: {
    series: { [`up{${portal}}`]: '1 0x20' },
    quietAt: '1m',
    firesAt: '5m',
    labels: '{ severity: critical, job: tribehall, instance: a }',
    summary: 'The portal a does not answer.',
  },
  TribehallFailingRequests: {
    series: {
      [`tribehall_http_requests_total{${portal},status="2xx"}`]: '0+90x30',
      [`tribehall_http_requests_total{${portal},status="5xx"}`]: '0+10x30',
    },
    quietAt: '5m',
    firesAt: '20m',
    labels: '{ severity: warning, instance: a }',
    summary: '10% of the requests to a fail.',
  },
  TribehallSlowRequests: {
    series: buckets('tribehall_http_request_duration_seconds', 'instance="a",route="/api/users/me",', '1', '2'),
    quietAt: '5m',
    firesAt: '25m',
    labels: '{ severity: warning, instance: a }',
    summary: 'One of twenty requests to a takes more than 1.95s.',
  },
  TribehallDatabaseBusy: {
    series: { [`tribehall_db_waiting{${portal}}`]: '0x5 3x20' },
    quietAt: '9m',
    firesAt: '20m',
    labels: '{ severity: warning, job: tribehall, instance: a }',
    summary: 'Work of a waits for a connection to the database.',
  },
  TribehallDatabaseFailing: {
    series: { [`tribehall_db_query_failures_total{${portal}}`]: '0+120x30' },
    quietAt: '3m',
    firesAt: '15m',
    labels: '{ severity: warning, job: tribehall, instance: a }',
    summary: '2 queries of a fail each second.',
  },
  TribehallEventLoopBlocked: {
    series: { [`nodejs_eventloop_lag_p99_seconds{${portal}}`]: '0.5x30' },
    quietAt: '5m',
    firesAt: '15m',
    labels: '{ severity: warning, job: tribehall, instance: a }',
    summary: 'The event loop of a is late by 500ms.',
  },
  TribehallIntakeLate: {
    series: buckets('tribehall_intake_lag_seconds', '', '30', '60'),
    quietAt: '5m',
    firesAt: '25m',
    labels: '{ severity: warning }',
    summary: 'Events of games are stored 57s after they happened.',
  },
  TribehallIntakeQueue: {
    series: { [`tribehall_intake_queue{${portal},state="waiting"}`]: '101x20' },
    quietAt: '3m',
    firesAt: '10m',
    labels: '{ severity: warning, job: tribehall, instance: a, state: waiting }',
    summary: '101 batches of agents wait in a.',
  },
  TribehallServersLost: {
    series: { [`tribehall_connected_servers{${portal}}`]: '10x9 5x20' },
    quietAt: '9m',
    firesAt: '20m',
    labels: '{ severity: warning }',
    summary: 'Many game servers have lost their connection; 5 are connected.',
  },
  TribehallRconSlow: {
    series: buckets('tribehall_rcon_duration_seconds', 'server="s1",', '2.5', '10'),
    quietAt: '5m',
    firesAt: '25m',
    labels: '{ severity: warning, server: s1 }',
    summary: 'The game server s1 answers RCON after 9.25s.',
  },
  TribehallBusAway: {
    series: { [`tribehall_bus_connected{${portal}}`]: '1x5 0x20' },
    quietAt: '5m',
    firesAt: '10m',
    labels: '{ severity: critical, job: tribehall, instance: a }',
    summary: 'a cannot reach NATS, nor the other portals.',
  },
  TribehallBotOffline: {
    series: { [`tribehall_bot_connected{${portal}}`]: '1x5 0x30' },
    quietAt: '10m',
    firesAt: '20m',
    labels: '{ severity: warning }',
    summary: 'The bot is not connected to Discord.',
  },
  TribehallDownloadsFailing: {
    series: { [`tribehall_downloads_total{${portal},outcome="failed"}`]: '0x9 5x60' },
    quietAt: '9m',
    firesAt: '30m',
    labels: '{ severity: info }',
    summary: '5 downloads of songs failed within an hour. Is yt-dlp up to date?',
  },
  TribehallOutbox: {
    series: { [`tribehall_notification_outbox{${portal},channel="email"}`]: '1001x40' },
    quietAt: '10m',
    firesAt: '20m',
    labels: '{ severity: warning, channel: email }',
    summary: '1001 messages wait to be delivered.',
  },
  TribehallBackupOld: {
    series: {
      'tribehall_backup_age_seconds{instance="a"}': '108000x70',
      'tribehall_backup_age_seconds{instance="b"}': '107940+60x70',
    },
    quietAt: '60m',
    firesAt: '65m',
    labels: '{ severity: warning, instance: b }',
    summary: 'The latest nightly backup of b is 1d 7h 4m 0s old.',
  },
  TribehallFileDescriptors: {
    series: { [`process_open_fds{${portal}}`]: '900x20', [`process_max_fds{${portal}}`]: '1000x20' },
    quietAt: '3m',
    firesAt: '10m',
    labels: '{ severity: warning, job: tribehall, instance: a }',
    summary: 'a uses 90% of its file descriptors. Raise LimitNOFILE.',
  },
  TribehallVersions: {
    series: {
      'tribehall_build_info{instance="a",version="0.1.0"}': '1x90',
      'tribehall_build_info{instance="b",version="0.2.0"}': '1x90',
    },
    quietAt: '30m',
    firesAt: '70m',
    labels: '{ severity: info }',
    summary: 'Portals of 2 versions serve together.',
  },
};

/** One of promtool's tests. */
function asTest([alert, { series, quietAt, firesAt, labels, summary }]: [string, Case]): string {
  const stored = Object.entries(series).map(([name, values]) => `      - { series: '${name}', values: '${values}' }`);
  return `  - name: ${alert}
    interval: 1m
    input_series:
${stored.join('\n')}
    alert_rule_test:
      - { eval_time: ${quietAt}, alertname: ${alert} }
      - eval_time: ${firesAt}
        alertname: ${alert}
        exp_alerts: [{ exp_labels: ${labels}, exp_annotations: { summary: '${summary}' } }]`;
}

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

  it('are all tested', () => {
    const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    expect(Object.keys(cases)).toEqual(names);
  });

  it.skipIf(!installed.promtool)('fire when something is wrong, and not before', () => {
    const file = join(folder, 'cases.yml');
    const rules = JSON.stringify(join(serverRoot, '../../deploy/prometheus/alerts.yml'));
    const tests = Object.entries(cases).map(asTest).join('\n');
    writeFileSync(file, `rule_files: [${rules}]\nevaluation_interval: 1m\ntests:\n${tests}\n`);
    const { status, output } = runPromtool(['test', 'rules', file]);
    expect(status, output).toBe(0);
  });
});
