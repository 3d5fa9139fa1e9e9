import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { useHostLive } from '../host.live.ts';
import { hostQuery } from '../host.queries.ts';
import { DownloadTool } from './download-tool.tsx';
import { DriveUsage } from './drive-usage.tsx';
import classes from './host-dashboard.module.css';
import { HostName } from './host-name.tsx';
import { LoadPanel } from './load-panel.tsx';

type Props = {
  /** How the download tool is updated. */
  update: ReactNode;
};

/** The machine that the portal and the bot run on. */
export function HostDashboard({ update }: Props) {
  const query = useQuery(hostQuery);
  useHostLive();
  return (
    <QueryRegion query={query} skeletonHeight={360}>
      {({ now, samples }) => (
        <>
          <HostName host={now.host} />
          <div className={classes.loads}>
            <LoadPanel title="CPU" measure="cpuUsage" unit="%" value={now.cpuUsage} samples={samples} />
            <LoadPanel title="Memory" measure="ramUsage" unit="%" value={now.ramUsage} samples={samples} />
            <LoadPanel title="Temperature" measure="temp" unit="°C" value={now.temp} samples={samples} />
          </div>
          <div className={classes.columns}>
            <Panel title="Drive">
              <DriveUsage drive={now.driveUsage} />
            </Panel>
            <Panel title="Music">
              <DownloadTool music={now.music} update={update} />
            </Panel>
          </div>
        </>
      )}
    </QueryRegion>
  );
}
