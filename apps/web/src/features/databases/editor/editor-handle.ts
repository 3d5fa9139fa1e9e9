import type { JsonProblem } from '../json-problem.ts';

/** A text of the portal and its version. */
export type Base = { text: string; version: string };

/** The portal's text with its JSON problem, if any. */
export type Source = Base & { problem: JsonProblem | null };

export type EditorStatus = { isDirty: boolean; version: string };

export type EditorOptions = {
  label: string;
  /** The hint on how to leave the editor by keyboard. */
  describedBy: string;
  source: Source;
  /** The initial text, which may be an unsaved draft. */
  text: string;
  onStatus: (status: EditorStatus) => void;
  /** After each change of the text. */
  onEdit: () => void;
};

/** An open editor. It knows the base of its text, so the two always match. */
export type EditorHandle = {
  text: () => string;
  base: () => Base;
  isDirty: () => boolean;
  length: () => number;
  /** Replaces text and base. */
  load: (source: Source) => void;
  /** Keeps the text on a new base. */
  rebase: (base: Base) => void;
  /** An edit that can be undone. */
  replace: (text: string) => void;
  /** Marks the position and moves the cursor there. */
  show: (problem: JsonProblem) => void;
  focus: () => void;
  close: () => void;
};

export type LineCounts = { added: number; removed: number };

export type CompareOptions = {
  before: string;
  after: string;
  labels: { before: string; after: string };
  /** Whether `after` can be edited and chunks of `before` applied to it. */
  isEditable: boolean;
  /** One column instead of two. */
  isNarrow: boolean;
  onLines: (lines: LineCounts) => void;
};

export type CompareHandle = {
  /** The current text of `after`. */
  text: () => string;
  close: () => void;
};
