import { useRef, type ReactNode, type SyntheticEvent } from 'react';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { useViewAddress } from '../use-view-address.ts';
import { NoPreview } from './no-preview.tsx';

type MediaEvent = SyntheticEvent<HTMLMediaElement>;

type ElementProps = {
  src: string;
  controls: true;
  preload: 'metadata';
  onTimeUpdate: (event: MediaEvent) => void;
  onLoadedMetadata: (event: MediaEvent) => void;
  onError: () => void;
};

type Props = { fileId: string; what: 'sound' | 'video'; children: (props: ElementProps) => ReactNode };

/** Plays from the portal; where the address has run out, it goes on from the same moment with a new one. */
export function MediaPreview({ fileId, what, children }: Props) {
  const { query, attempt, isBroken, onFailure } = useViewAddress(fileId);
  const reached = useRef(0);
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
        {(address) => (
          <div key={attempt}>
            {children({
              src: address,
              controls: true,
              preload: 'metadata',
              onTimeUpdate: ({ currentTarget }) => {
                reached.current = currentTarget.currentTime;
              },
              onLoadedMetadata: ({ currentTarget }) => {
                if (reached.current > 0) currentTarget.currentTime = reached.current;
              },
              onError: onFailure,
            })}
          </div>
        )}
      </QueryRegion>
    </PageSection>
  );
}
