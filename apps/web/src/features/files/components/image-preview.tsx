import { useState } from 'react';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import type { FileDetails } from '../files.queries.ts';
import { useViewAddress } from '../use-view-address.ts';
import classes from './image-preview.module.css';
import { NoPreview } from './no-preview.tsx';

export function ImagePreview({ file: { fileId, fileName } }: { file: FileDetails }) {
  const { query, attempt, isBroken, onFailure } = useViewAddress(fileId);
  const [isNatural, setIsNatural] = useState(false);
  return (
    <PageSection title="Preview">
      {isBroken ? (
        <NoPreview what="image" />
      ) : (
        <QueryRegion query={query} skeletonHeight={240}>
          {(address) => (
            <button
              type="button"
              className={classes.frame}
              aria-pressed={isNatural}
              aria-label={`Full size of ${visibleText(fileName)}`}
              onClick={() => setIsNatural(!isNatural)}
            >
              <img key={attempt} src={address} alt={visibleText(fileName)} onError={onFailure} />
            </button>
          )}
        </QueryRegion>
      )}
    </PageSection>
  );
}
