import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { EditorHandle, EditorOptions, EditorStatus } from './editor-handle.ts';
import type { EditorParts } from './editor-parts.ts';

type Element = RefObject<HTMLDivElement | null>;

type Options = Omit<EditorOptions, 'onStatus' | 'onEdit'> & {
  onEdit: (editor: EditorHandle) => void;
  /** The last look at the text before it goes. */
  onClose: (editor: EditorHandle) => void;
};

/** An editor in an element, from its first text on as long as this is there. */
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
