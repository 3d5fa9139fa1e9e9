import { Stack, Text, Title } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useRememberedText } from '../../../lib/storage/stored-text.ts';
import type { Chosen } from '../chosen-files.ts';
import { useUploadsRefresh } from '../upload-snapshot.ts';
import { loadTus } from '../upload-transfer.ts';
import { readVisibility, uploadVisibility } from '../upload-visibility.ts';
import { uploads } from '../uploads.ts';
import { UploadChoice } from './upload-choice.tsx';
import { UploadDrop } from './upload-drop.tsx';
import { UploadLeftOut } from './upload-left-out.tsx';
import classes from './upload-panel.module.css';
import { UploadProgress } from './upload-progress.tsx';
import { UploadUnfinished } from './upload-unfinished.tsx';

/** Takes files and directories, and shows what becomes of them. While it is there, the whole page takes what is dropped. */
export function UploadPanel() {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [visibilityText, setVisibility] = useRememberedText(uploadVisibility);
  const [chosen, setChosen] = useState<Chosen>();
  const visibility = readVisibility(visibilityText);
  useUploadsRefresh();
  useEffect(() => {
    // The first upload asks again, and tells.
    loadTus().catch(() => undefined);
  }, []);
  const take = (next: Chosen) => {
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
        <UploadChoice visibility={visibility} onVisibility={setVisibility} onChoose={take} />
        <UploadDrop visibility={visibility} onChoose={take} />
        <Text size="sm" c="dimmed" className={classes.dropHint ?? ''}>
          You can also drop files and directories anywhere on this page.
        </Text>
        {chosen === undefined ? null : <UploadLeftOut chosen={chosen} onClose={() => setChosen(undefined)} />}
        <UploadProgress onCleared={focusTitle} />
        <UploadUnfinished onGone={focusTitleIfLost} />
      </Stack>
    </section>
  );
}
