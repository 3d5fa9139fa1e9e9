import type { JsonProblem } from '../json-problem.ts';

/** A text of the portal and the name of its state. */
export type Base = { text: string; version: string };

/** What the portal answered, with what is wrong about it. */
export type Source = Base & { problem: JsonProblem | null };

export type EditorStatus = { isDirty: boolean; version: string };

export type EditorOptions = {
  label: string;
  /** Tells how to leave it by keyboard. */
  describedBy: string;
  source: Source;
  /** What someone already made of it. */
  text: string;
  onStatus: (status: EditorStatus) => void;
  /** After each change of the text. */
  onEdit: () => void;
};

/** An open editor. It knows what its text was made from, so that a look at both is never of two moments. */
export type EditorHandle = {
  text: () => string;
  base: () => Base;
  isDirty: () => boolean;
  length: () => number;
  /** Another text of the portal in place of this one. */
  load: (source: Source) => void;
  /** The text stays; it counts as made from this one now. */
  rebase: (base: Base) => void;
  /** A change like any other: it can be undone. */
  replace: (text: string) => void;
  /** Marks the place and puts the cursor on it. */
  show: (problem: JsonProblem) => void;
  focus: () => void;
  close: () => void;
};

export type LineCounts = { added: number; removed: number };

export type CompareOptions = {
  before: string;
  after: string;
  labels: { before: string; after: string };
  /** Whether `after` can be changed, and parts of `before` be taken over into it. */
  isEditable: boolean;
  /** One column in place of two. */
  isNarrow: boolean;
  onLines: (lines: LineCounts) => void;
};

export type CompareHandle = {
  /** What `after` is by now. */
  text: () => string;
  close: () => void;
};
