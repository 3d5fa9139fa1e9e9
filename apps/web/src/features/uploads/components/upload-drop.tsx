import type { Visibility } from '@tribehall/contract';
import { Portal, Text } from '@mantine/core';
import { Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { visibilityNames } from '../../../lib/text/visibility-names.ts';
import { droppedEntries, type Chosen } from '../chosen-files.ts';
import classes from './upload-drop.module.css';

type Props = { visibility: Visibility; onChoose: (chosen: Chosen) => void };

/** Accepts drops anywhere on the page and shows an overlay during a drag. */
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
          Reading the dropped files…
        </Text>
      )}
      {isOver ? (
        <Portal>
          <div className={classes.overlay} aria-hidden>
            <div className={classes.label}>
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

/** Browsers fire dragover several times a second, but not all of them fire dragleave. */
const dragTimeoutMs = 1000;

/** Returns whether files are being dragged over the page. */
function useUploadDrop(onDrop: (read: () => Promise<Chosen>) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      clearTimeout(timer);
      setIsOver(false);
    };
    const hover = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
      clearTimeout(timer);
      timer = setTimeout(leave, dragTimeoutMs);
    };
    const leaveWindow = (event: DragEvent) => {
      if (event.relatedTarget === null) leave();
    };
    const receive = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Otherwise the browser navigates to the file.
      event.preventDefault();
      leave();
      drop(droppedEntries(event.dataTransfer));
    };
    window.addEventListener('dragenter', hover);
    window.addEventListener('dragover', hover);
    window.addEventListener('dragleave', leaveWindow);
    window.addEventListener('drop', receive);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('dragenter', hover);
      window.removeEventListener('dragover', hover);
      window.removeEventListener('dragleave', leaveWindow);
      window.removeEventListener('drop', receive);
    };
  }, []);
  return isOver;
}

function hasFiles(event: DragEvent): event is DragEvent & { dataTransfer: DataTransfer } {
  return event.dataTransfer?.types.includes('Files') === true;
}
