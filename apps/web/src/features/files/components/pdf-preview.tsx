import { PageSection } from '../../../components/layout/page-section.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import type { FileDetails } from '../files.queries.ts';
import { useViewAddress } from '../use-view-address.ts';
import { NoPreview } from './no-preview.tsx';
import { PdfView } from './pdf-view.tsx';

export function PdfPreview({ file: { fileId, size } }: { file: FileDetails }) {
  const { query, attempt, isBroken, onFailure } = useViewAddress(fileId);
  return (
    <PageSection title="Preview">
      {isBroken ? (
        <NoPreview what="PDF" />
      ) : (
        <QueryRegion query={query} skeletonHeight={480}>
          {(address) => <PdfView key={attempt} address={address} size={size} onLost={onFailure} />}
        </QueryRegion>
      )}
    </PageSection>
  );
}
