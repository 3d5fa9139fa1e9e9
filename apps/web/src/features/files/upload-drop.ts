import { useEffect, useEffectEvent, useState } from 'react';
import { droppedEntries, type Chosen } from './chosen-files.ts';

/** While something is held over the page, browsers say so several times a second. Not all tell when it leaves. */
const silenceMs = 1000;

/** Takes files that are dropped anywhere on the page. Answers whether some are held over it. */
export function useUploadDrop(onDrop: (read: () => Promise<Chosen>) => void): boolean {
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
      timer = setTimeout(leave, silenceMs);
    };
    const leaveWindow = (event: DragEvent) => {
      if (event.relatedTarget === null) leave();
    };
    const take = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Otherwise the browser opens the file in place of this page.
      event.preventDefault();
      leave();
      drop(droppedEntries(event.dataTransfer));
    };
    window.addEventListener('dragenter', hover);
    window.addEventListener('dragover', hover);
    window.addEventListener('dragleave', leaveWindow);
    window.addEventListener('drop', take);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('dragenter', hover);
      window.removeEventListener('dragover', hover);
      window.removeEventListener('dragleave', leaveWindow);
      window.removeEventListener('drop', take);
    };
  }, []);
  return isOver;
}

function hasFiles(event: DragEvent): event is DragEvent & { dataTransfer: DataTransfer } {
  return event.dataTransfer?.types.includes('Files') === true;
}
