import { openCompare } from './open-compare.ts';
import { openEditor } from './open-editor.ts';

/** All that is heavy about editing, in one piece that comes with its first use. */
export const editorParts = { openEditor, openCompare } as const;

export type EditorParts = typeof editorParts;
