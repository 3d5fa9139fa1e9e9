import { Portal, Text } from '@mantine/core';
import type { Visibility } from '@tribehall/contract';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import type { Chosen } from '../chosen-files.ts';
import { useUploadDrop } from '../upload-drop.ts';
import { visibilityNames } from '../visibility-names.ts';
import classes from './upload-drop.module.css';

type Props = { visibility: Visibility; onChoose: (chosen: Chosen) => void };

/** Takes what is dropped anywhere, and says so while something is dragged. */
export function UploadDrop({ visibility, onChoose }: Props) {
  const [readings, setReadings] = useState(0);
  const isOver = useUploadDrop((read) => {
    setReadings((count) => count + 1);
    void read()
      .then(onChoose)
      .finally(() => setReadings((count) => count - 1));
  });
  return (
    <>
      {readings === 0 ? null : (
        <Text size="sm" role="status">
          Looking through what was dropped…
        </Text>
      )}
      {isOver ? (
        <Portal>
          <div className={classes.overlay} aria-hidden>
            <div className={classes.words}>
              <Upload size={32} />
              <div>Drop files and directories to upload them</div>
              <div className={classes.note}>{visibilityNames[visibility]}</div>
            </div>
          </div>
        </Portal>
      ) : null}
    </>
  );
}
