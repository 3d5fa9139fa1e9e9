import { useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import type { FileDetails } from '../files.queries.ts';
import classes from './media-preview.module.css';
import { NoPreview } from './no-preview.tsx';
import { useViewUrl } from './use-view-url.ts';

type MediaEvent = SyntheticEvent<HTMLMediaElement>;

type ElementProps = {
  src: string;
  controls: true;
  preload: 'metadata';
  onTimeUpdate: (event: MediaEvent) => void;
  onLoadedMetadata: (event: MediaEvent) => void;
  onError: () => void;
};

type MediaProps = { fileId: string; what: 'audio file' | 'video'; children: (props: ElementProps) => ReactNode };

/** Streams from the portal. When the signed URL has expired, it continues at the same time with a new one. */
function MediaPreview({ fileId, what, children }: MediaProps) {
  const { query, attempt, isBroken, onFailure } = useViewUrl(fileId);
  const currentTime = useRef(0);
  if (isBroken) {
    return (
      <PageSection title="Preview">
        <NoPreview what={what} />
      </PageSection>
    );
  }
  return (
    <PageSection title="Preview">
      <QueryRegion query={query} skeletonHeight={what === 'video' ? 320 : 54}>
        {(url) => (
          <div key={attempt}>
            {children({
              src: url,
              controls: true,
              preload: 'metadata',
              onTimeUpdate: ({ currentTarget }) => {
                currentTime.current = currentTarget.currentTime;
              },
              onLoadedMetadata: ({ currentTarget }) => {
                if (currentTime.current > 0) currentTarget.currentTime = currentTime.current;
              },
              onError: onFailure,
            })}
          </div>
        )}
      </QueryRegion>
    </PageSection>
  );
}

export function AudioPreview({ file }: { file: FileDetails }) {
  return (
    <MediaPreview fileId={file.fileId} what="audio file">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- uploads have no captions */}
      {(props) => <audio {...props} className={classes.audio} aria-label={visibleText(file.fileName)} />}
    </MediaPreview>
  );
}

export function VideoPreview({ file }: { file: FileDetails }) {
  return (
    <MediaPreview fileId={file.fileId} what="video">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- uploads have no captions */}
      {(props) => <video {...props} playsInline className={classes.video} aria-label={visibleText(file.fileName)} />}
    </MediaPreview>
  );
}

export function ImagePreview({ file: { fileId, fileName } }: { file: FileDetails }) {
  const { query, attempt, isBroken, onFailure } = useViewUrl(fileId);
  const [isNatural, setIsNatural] = useState(false);
  return (
    <PageSection title="Preview">
      {isBroken ? (
        <NoPreview what="image" />
      ) : (
        <QueryRegion query={query} skeletonHeight={240}>
          {(url) => (
            <button
              type="button"
              className={classes.frame}
              aria-pressed={isNatural}
              aria-label={`Full size of ${visibleText(fileName)}`}
              onClick={() => setIsNatural(!isNatural)}
            >
              <img key={attempt} src={url} alt={visibleText(fileName)} onError={onFailure} />
            </button>
          )}
        </QueryRegion>
      )}
    </PageSection>
  );
}
