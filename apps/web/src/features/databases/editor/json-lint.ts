import { linter, type Diagnostic } from '@codemirror/lint';
import type { EditorState, Text } from '@codemirror/state';
import { findProblem, type JsonProblem } from '../json-problem.ts';

/** Longer texts are checked on save only: parsing them would delay typing. */
const maxLength = 2_000_000;
const delayMs = 500;

/** `known` returns the portal's finding about this exact text. */
export function jsonLint(known: (doc: Text) => JsonProblem | undefined) {
  return linter(
    ({ state }) => {
      const problem = known(state.doc) ?? checkShort(state.doc);
      return problem === undefined ? [] : [diagnosticOf(state, problem)];
    },
    { delay: delayMs },
  );
}

function checkShort(doc: Text): JsonProblem | undefined {
  return doc.length > maxLength ? undefined : findProblem(doc.toString());
}

export function diagnosticOf({ doc }: EditorState, problem: JsonProblem): Diagnostic {
  const offset = positionOf(doc, problem);
  const { from, to } = doc.lineAt(offset);
  // Marks at least one character; at the end of a line the last one.
  const isAtEnd = offset >= to;
  return {
    from: isAtEnd ? Math.max(from, to - 1) : offset,
    to: isAtEnd ? to : offset + 1,
    severity: 'error',
    message: problem.message,
  };
}

/** Clamped to the text, which may have changed since. */
export function positionOf(doc: Text, { line, column }: JsonProblem): number {
  const { from, to } = doc.line(Math.max(1, Math.min(line, doc.lines)));
  return Math.min(from + Math.max(0, column - 1), to);
}
