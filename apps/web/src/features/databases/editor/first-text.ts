import type { Draft } from '../draft-memory.ts';
import type { Source } from './editor-handle.ts';

/** What an editor begins with: an unsaved text of before, or what the portal has. */
export function firstText(answer: Source, draft: Draft | undefined): { source: Source; text: string; isBack: boolean } {
  if (draft === undefined || draft.text === answer.text) return { source: answer, text: answer.text, isBack: false };
  // It counts as made from its own version still: saving it over a newer one is a conflict.
  return { source: { ...answer, version: draft.version, problem: null }, text: draft.text, isBack: true };
}
