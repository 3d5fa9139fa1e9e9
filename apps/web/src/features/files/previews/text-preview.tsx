import { Button, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Check, Copy, WrapText } from 'lucide-react';
import { useState } from 'react';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { hasCode } from '../../../lib/api/api-error.ts';
import { textQuery, type FileDetails } from '../files.queries.ts';
import { prettyText } from './json-text.ts';
import { textBlocks } from './text-blocks.ts';
import classes from './text-preview.module.css';

/** Plain text, with JSON pretty-printed. Renders nothing if the file turns out not to be text. */
export function TextPreview({ file }: { file: FileDetails }) {
  const query = useQuery(textQuery(file.fileId));
  if (hasCode(query.error, 'INVALID_TYPE')) return null;
  return (
    <PageSection title="Preview">
      <QueryRegion query={query} skeletonHeight={240}>
        {(text) => <TextWithTools text={prettyText(text)} />}
      </QueryRegion>
    </PageSection>
  );
}

function TextWithTools({ text }: { text: string }) {
  const [isWrapped, setIsWrapped] = useState(true);
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  return (
    <>
      <Group gap="sm">
        <Button
          variant="default"
          aria-pressed={isWrapped}
          leftSection={<WrapText size={14} aria-hidden />}
          onClick={() => setIsWrapped(!isWrapped)}
        >
          {isWrapped ? "Don't wrap lines" : 'Wrap lines'}
        </Button>
        <Button
          variant="default"
          leftSection={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          onClick={() => copy(text)}
        >
          Copy text
        </Button>
        <span role="status">
          {copied
            ? 'Text copied.'
            : error === null
              ? ''
              : "Your browser doesn't allow copying here. Select the text instead."}
        </span>
      </Group>
      <TextView text={text} isWrapped={isWrapped} />
    </>
  );
}

const lineHeight = 18;

/** Untrusted text, rendered as text only. All of it is in the page, so the browser's search finds it. */
function TextView({ text, isWrapped }: { text: string; isWrapped: boolean }) {
  const blocks = textBlocks(text);
  return (
    <pre
      className={classes.text}
      data-wrapped={isWrapped || undefined}
      role="region"
      aria-label="Text of the file"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions must be reachable by keyboard
      tabIndex={0}
    >
      {blocks.map((block, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- blocks have no other identity
          key={index}
          className={classes.block}
          style={{ containIntrinsicBlockSize: `auto ${block.lines * lineHeight}px` }}
        >
          {block.text}
        </span>
      ))}
    </pre>
  );
}
