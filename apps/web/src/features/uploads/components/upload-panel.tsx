import { Stack, Text, Title } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useRememberedText } from '../../../lib/storage/stored-text.ts';
import type { Chosen } from '../chosen-files.ts';
import { loadTus } from '../upload-transfer.ts';
import { readVisibility, uploads, uploadVisibility, useUploadsRefresh } from '../uploads.ts';
import { UploadChoice } from './upload-choice.tsx';
import { UploadDrop } from './upload-drop.tsx';
import classes from './upload-panel.module.css';
import { UploadProgress } from './upload-progress.tsx';
import { UploadSkipped } from './upload-skipped.tsx';
import { UploadUnfinished } from './upload-unfinished.tsx';

type Props = { /** Uploads ended, so the file list is outdated. */ onFilesChanged: () => Promise<void> };

/** Uploads files and directories and shows their progress. While mounted, the whole page accepts drops. */
export function UploadPanel({ onFilesChanged }: Props) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [visibilityText, setVisibility] = useRememberedText(uploadVisibility);
  const [chosen, setChosen] = useState<Chosen>();
  const visibility = readVisibility(visibilityText);
  useUploadsRefresh(onFilesChanged);
  useEffect(() => {
    // Prefetches; the first upload loads it again and reports a failure.
    loadTus().catch(() => undefined);
  }, []);
  const upload = (next: Chosen) => {
    setChosen(next);
    uploads.add(next.files, visibility);
  };
  const focusTitle = () => title.current?.focus({ preventScroll: true });
  const focusTitleIfLost = () => {
    if (document.activeElement === document.body) focusTitle();
  };
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <Stack gap="md">
        <Title order={2} id={titleId} ref={title} tabIndex={-1}>
          Upload
        </Title>
        <UploadChoice visibility={visibility} onVisibility={setVisibility} onChoose={upload} />
        <UploadDrop visibility={visibility} onChoose={upload} />
        <Text size="sm" c="dimmed" className={classes.dropHint ?? ''}>
          You can also drop files and directories anywhere on this page.
        </Text>
        {chosen === undefined ? null : <UploadSkipped chosen={chosen} onClose={() => setChosen(undefined)} />}
        <UploadProgress onCleared={focusTitle} />
        <UploadUnfinished onGone={focusTitleIfLost} />
      </Stack>
    </section>
  );
}
