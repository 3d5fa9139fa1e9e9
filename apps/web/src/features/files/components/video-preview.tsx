import { visibleText } from '../../../lib/text/visible-text.ts';
import type { FileDetails } from '../files.queries.ts';
import { MediaPreview } from './media-preview.tsx';
import classes from './media-preview.module.css';

export function VideoPreview({ file }: { file: FileDetails }) {
  return (
    <MediaPreview fileId={file.fileId} what="video">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- there are none */}
      {(props) => <video {...props} playsInline className={classes.video} aria-label={visibleText(file.fileName)} />}
    </MediaPreview>
  );
}
