import { openCompare } from './open-compare.ts';
import { openEditor } from './open-editor.ts';

/** The heavy parts of editing, loaded together on first use. */
export const editorParts = { openEditor, openCompare } as const;

export type EditorParts = typeof editorParts;
