import { Stack } from '@mantine/core';
import { Page } from '../../components/layout/page.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { DownloadList } from '../../features/music/components/download-list.tsx';
import { MusicTool } from '../../features/music/components/music-tool.tsx';
import { QueuePanel } from '../../features/music/components/queue-panel.tsx';
import classes from './music.page.module.css';

export function MusicPage() {
  return (
    <Page title="Music">
      <div className={classes.columns}>
        <Panel title="Video">
          <Stack gap="lg">
            <MusicTool />
            <DownloadList />
          </Stack>
        </Panel>
        <QueuePanel />
      </div>
    </Page>
  );
}
