import { Stack } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Facts } from '../../../components/display/facts.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import type { HostStats } from '../host.queries.ts';
import classes from './download-tool.module.css';

type Props = { music: HostStats['music']; update: ReactNode };

/** The songs that are here, and the program that fetches them. */
export function DownloadTool({ music: { songs, ytDownloader }, update }: Props) {
  const { versionLocal, versionRemote, warnings } = ytDownloader;
  return (
    <Stack gap="lg">
      <Facts>
        <dt>Songs downloaded</dt>
        <dd>{songs.toLocaleString()}</dd>
        <dt>yt-dlp here</dt>
        <dd>{versionLocal === null ? 'not installed' : <PlainText text={versionLocal} />}</dd>
        <dt>Newest yt-dlp</dt>
        <dd>{versionRemote === null ? 'not known' : <PlainText text={versionRemote} />}</dd>
      </Facts>
      {warnings.length === 0 ? null : (
        <div className={classes.warnings}>
          {warnings.map((warning) => (
            <Notice key={warning} icon={TriangleAlert} title={warning} />
          ))}
        </div>
      )}
      {update}
    </Stack>
  );
}
