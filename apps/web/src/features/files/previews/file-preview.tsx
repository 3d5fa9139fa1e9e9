import type { ComponentType } from 'react';
import type { FileDetails } from '../files.queries.ts';
import { AudioPreview, ImagePreview, VideoPreview } from './media-preview.tsx';
import { PdfPreview } from './pdf-preview.tsx';
import { TextPreview } from './text-preview.tsx';

const previews = {
  image: ImagePreview,
  audio: AudioPreview,
  video: VideoPreview,
  pdf: PdfPreview,
  text: TextPreview,
  none: undefined,
} satisfies Record<FileDetails['preview'], ComponentType<{ file: FileDetails }> | undefined>;

/** What is in a file, where that can be shown. */
export function FilePreview({ file }: { file: FileDetails }) {
  const Preview = previews[file.preview];
  return Preview === undefined ? null : <Preview file={file} />;
}
