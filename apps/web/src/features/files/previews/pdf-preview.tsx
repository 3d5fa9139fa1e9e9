import { Group, Skeleton, Text } from '@mantine/core';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import type { FileDetails } from '../files.queries.ts';
import { NoPreview } from './no-preview.tsx';
import { PdfPages } from './pdf-pages.tsx';
import { zooms } from './pdf-scale.ts';
import { usePdf } from './use-pdf.ts';
import { useViewUrl } from './use-view-url.ts';
import { formatCount } from '../../../lib/text/format-count.ts';

export function PdfPreview({ file: { fileId, size } }: { file: FileDetails }) {
  const { query, attempt, isBroken, onFailure } = useViewUrl(fileId);
  return (
    <PageSection title="Preview">
      {isBroken ? (
        <NoPreview what="PDF" />
      ) : (
        <QueryRegion query={query} skeletonHeight={480}>
          {(url) => <PdfView key={attempt} url={url} size={size} onLost={onFailure} />}
        </QueryRegion>
      )}
    </PageSection>
  );
}

type Props = {
  url: string;
  size: number;
  /** The file could not be fetched from this URL. */
  onLost: () => void;
};

function PdfView({ url, size, onLost }: Props) {
  const pdf = usePdf(url, size);
  const [zoom, setZoom] = useState<number>(zooms.indexOf(1));
  const isLost = pdf.state === 'failed' && pdf.failure === 'url';
  const handleLost = useEffectEvent(onLost);
  useEffect(() => {
    if (isLost) handleLost();
  }, [isLost]);
  if (pdf.state === 'loading' || isLost) return <Skeleton height={480} />;
  if (pdf.state === 'failed') {
    if (pdf.failure !== 'password') return <NoPreview what="PDF" />;
    return (
      <Text c="dimmed" role="status">
        This PDF is password-protected. Download it to open it.
      </Text>
    );
  }
  const { numPages } = pdf.pdf;
  const scale = zooms[zoom] ?? 1;
  return (
    <>
      <Group gap="sm">
        <Text size="sm">{numPages === 1 ? '1 page' : `${formatCount(numPages)} pages`}</Text>
        <IconButton icon={ZoomOut} label="Zoom out" isDisabled={zoom === 0} onClick={() => setZoom(zoom - 1)} />
        <Text size="sm" role="status">
          {scale * 100} %
        </Text>
        <IconButton
          icon={ZoomIn}
          label="Zoom in"
          isDisabled={zoom === zooms.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
      </Group>
      <PdfPages pdf={pdf.pdf} ratio={pdf.ratio} zoom={scale} />
    </>
  );
}
