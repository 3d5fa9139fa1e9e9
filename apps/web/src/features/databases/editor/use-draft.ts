import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { maxDraftLength, type DraftMemory } from '../draft-memory.ts';
import type { EditorHandle } from './editor-handle.ts';

const pauseMs = 400;

/** Keeps what is typed for the case of a reload. `isKept` is false where the text is too long for that. */
export function useDraft(memory: DraftMemory) {
  const [isKept, setIsKept] = useState(true);
  const keep = (editor: EditorHandle) => {
    if (!editor.isDirty() || editor.length() > maxDraftLength) {
      memory.forget();
      return setIsKept(!editor.isDirty());
    }
    return setIsKept(memory.keep({ text: editor.text(), version: editor.base().version }));
  };
  const keepSoon = useDebouncedCallback(keep, pauseMs);
  return { isKept, keep, keepSoon };
}

/** The tab goes, or may be thrown away without another word. */
export function useLeaving(editor: RefObject<EditorHandle | null>, onLeave: (editor: EditorHandle) => void): void {
  const leave = useEffectEvent(() => {
    if (editor.current !== null) onLeave(editor.current);
  });
  useEffect(() => {
    const handle = () => leave();
    window.addEventListener('pagehide', handle);
    document.addEventListener('visibilitychange', handle);
    return () => {
      window.removeEventListener('pagehide', handle);
      document.removeEventListener('visibilitychange', handle);
    };
  }, []);
}
