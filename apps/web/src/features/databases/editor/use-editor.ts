import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { maxDraftLength, type Draft, type DraftMemory } from '../draft-memory.ts';
import type { EditorHandle, EditorOptions, EditorStatus, Source } from './editor-handle.ts';
import type { EditorParts } from './editor-parts.ts';

type Element = RefObject<HTMLDivElement | null>;

type Options = Omit<EditorOptions, 'onStatus' | 'onEdit'> & {
  onEdit: (editor: EditorHandle) => void;
  /** Called before the editor is destroyed. */
  onClose: (editor: EditorHandle) => void;
};

/** Opens an editor in the element and closes it on unmount. */
export function useEditor(element: Element, parts: EditorParts, options: Options) {
  const editor = useRef<EditorHandle>(null);
  const [status, setStatus] = useState<EditorStatus>({ isDirty: false, version: options.source.version });
  const edit = useEffectEvent(() => {
    if (editor.current !== null) options.onEdit(editor.current);
  });
  const open = useEffectEvent((parent: HTMLElement) =>
    parts.openEditor(parent, { ...options, onStatus: setStatus, onEdit: () => edit() }),
  );
  const close = useEffectEvent((opened: EditorHandle) => options.onClose(opened));
  useEffect(() => {
    if (element.current === null) return undefined;
    const opened = open(element.current);
    editor.current = opened;
    return () => {
      close(opened);
      opened.close();
      editor.current = null;
    };
  }, [element]);
  return [editor, status] as const;
}

const pauseMs = 400;

/** Stores the draft, debounced. `isStored` is false if the text is too long. */
export function useDraft(memory: DraftMemory) {
  const [isStored, setIsStored] = useState(true);
  const store = (editor: EditorHandle) => {
    if (!editor.isDirty() || editor.length() > maxDraftLength) {
      memory.forget();
      return setIsStored(!editor.isDirty());
    }
    return setIsStored(memory.store({ text: editor.text(), version: editor.base().version }));
  };
  const storeSoon = useDebouncedCallback(store, pauseMs);
  return { isStored, store, storeSoon };
}

/** The tab is being closed, or hidden and may be discarded. */
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

/** An unsaved draft if there is one, else the portal's text. */
export function initialText(
  reply: Source,
  draft: Draft | undefined,
): { source: Source; text: string; isDraft: boolean } {
  if (draft === undefined || draft.text === reply.text) return { source: reply, text: reply.text, isDraft: false };
  // Keeps the draft's version: saving it over a newer one is a conflict.
  return { source: { ...reply, version: draft.version, problem: null }, text: draft.text, isDraft: true };
}
