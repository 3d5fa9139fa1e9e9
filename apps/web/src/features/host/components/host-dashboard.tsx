import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Stack, Text } from '@mantine/core';
import { Info, TriangleAlert } from 'lucide-react';
import { Facts } from '../../../components/display/facts.tsx';
import { LineChart } from '../../../components/display/line-chart.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { formatBytes } from '../../../lib/text/format.ts';
import { chartMinutes, chartSpan, runsOf, summarizeRuns, type Measure } from '../host-samples.ts';
import { useHostLive } from '../host.live.ts';
import { hostQuery, type HostSample, type HostStats } from '../host.queries.ts';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './host-dashboard.module.css';

/** Percent, or degrees that a host should not reach. */
const scale = [0, 100];

type Props = {
  /** The control that updates the download tool. */
  update: ReactNode;
  /** Whether the songs come from the demo's own video site. */
  isDemo: boolean;
};

/** The machine that the portal and the bot run on. */
export function HostDashboard({ update, isDemo }: Props) {
  const query = useQuery(hostQuery);
  useHostLive();
  return (
    <QueryRegion query={query} skeletonHeight={360}>
      {({ now, samples }) => (
        <>
          <HostName host={now.host} />
          <div className={classes.metrics}>
            <MetricPanel title="CPU" measure="cpuUsage" unit="%" value={now.cpuUsage} samples={samples} />
            <MetricPanel title="Memory" measure="ramUsage" unit="%" value={now.ramUsage} samples={samples} />
            <MetricPanel title="Temperature" measure="temp" unit="°C" value={now.temp} samples={samples} />
          </div>
          <div className={classes.columns}>
            <Panel title="Drive">
              <DriveUsage drive={now.driveUsage} />
            </Panel>
            <Panel title="Music">
              <DownloadTool music={now.music} update={update} isDemo={isDemo} />
            </Panel>
          </div>
        </>
      )}
    </QueryRegion>
  );
}

function HostName({ host }: { host: string }) {
  return (
    <Text>
      Host:{' '}
      <strong>
        <PlainText text={host} />
      </strong>
    </Text>
  );
}

/** Disk usage by purpose: a bar, and the same in words. */
function DriveUsage({ drive }: { drive: HostStats['driveUsage'] }) {
  const { total, capacity } = drive;
  if (capacity === 0) return <Text c="dimmed">The size of the drive is unknown.</Text>;
  const shares = driveShares(drive);
  return (
    <Stack gap="sm">
      <Text>
        {formatBytes(total)} of {formatBytes(capacity)} used ({Math.round((total / capacity) * 100)} %)
      </Text>
      <div className={classes.bar} aria-hidden>
        {shares.map(({ name, bytes }) => (
          <span key={name} data-share={name} className={classes.share} style={{ flexGrow: bytes / capacity }} />
        ))}
      </div>
      <ul className={classes.legend} aria-label="What the drive is used for">
        {shares.map(({ name, label, bytes }) => (
          <li key={name}>
            <span className={classes.swatch} data-share={name} aria-hidden />
            {label} {formatBytes(bytes)}
          </li>
        ))}
      </ul>
    </Stack>
  );
}

type Share = { name: 'music' | 'ftp' | 'other' | 'free'; label: string; bytes: number };

/** In the order of the bar. The folders are measured separately from the drive, so no share may go below zero. */
function driveShares({ total, music, ftp, capacity }: HostStats['driveUsage']): Share[] {
  return [
    { name: 'music', label: 'Music', bytes: music },
    { name: 'ftp', label: 'FTP', bytes: ftp },
    { name: 'other', label: 'Other', bytes: Math.max(0, total - music - ftp) },
    { name: 'free', label: 'Free', bytes: Math.max(0, capacity - total) },
  ];
}

type DownloadToolProps = Props & { music: HostStats['music'] };

/** The downloaded songs, and the program that fetches them. */
function DownloadTool({ music: { songs, ytDownloader }, update, isDemo }: DownloadToolProps) {
  const { versionLocal, versionRemote, warnings } = ytDownloader;
  return (
    <Stack gap="lg">
      <Facts>
        <dt>Songs downloaded</dt>
        <dd>{formatCount(songs)}</dd>
        <dt>Installed yt-dlp</dt>
        <dd>{versionLocal === null ? 'not installed' : <PlainText text={versionLocal} />}</dd>
        <dt>Latest yt-dlp</dt>
        <dd>{versionRemote === null ? 'not known' : <PlainText text={versionRemote} />}</dd>
      </Facts>
      {warnings.length === 0 ? update : <ToolWarnings warnings={warnings} update={update} isDemo={isDemo} />}
    </Stack>
  );
}

type ToolWarningsProps = Props & { warnings: readonly string[] };

/** Everything that is wrong with the download tool, and the one thing to do about it. */
function ToolWarnings({ warnings, update, isDemo }: ToolWarningsProps) {
  return (
    <div className={isDemo ? undefined : classes.alarm}>
      <Notice
        icon={isDemo ? Info : TriangleAlert}
        title={isDemo ? 'Good enough for the demo' : 'Songs may not download'}
        action={update}
      >
        {isDemo ? (
          <Text>The songs of the demo come from this machine. Before you download from other sites:</Text>
        ) : null}
        <ul className={classes.warnings}>
          {warnings.map((warning) => (
            <li key={warning}>
              <PlainText text={warning} />
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

type MetricPanelProps = {
  title: string;
  measure: Measure;
  unit: string;
  /** Null where the host does not report it. */
  value: number | null;
  samples: readonly HostSample[];
};

/** One metric of the host: its current value, a small chart, and a summary in words. */
function MetricPanel({ title, measure, unit, value, samples }: MetricPanelProps) {
  const runs = runsOf(samples, measure);
  const { from, to } = chartSpan(samples);
  return (
    <Panel title={title}>
      <p className={classes.value}>{value === null ? 'no sensor' : `${Math.round(value)} ${unit}`}</p>
      {value === null && runs.length === 0 ? null : (
        <Stack component="figure" gap="xs" m={0}>
          <LineChart
            runs={runs}
            from={from}
            to={to}
            values={scale}
            times={[
              { at: from, label: `${chartMinutes} min ago` },
              { at: to, label: 'now' },
            ]}
            isSmall
          />
          <Text component="figcaption" size="sm" c="dimmed">
            {summarizeRuns(runs, unit)}
          </Text>
        </Stack>
      )}
    </Panel>
  );
}
