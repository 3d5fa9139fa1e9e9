import { linter, type Diagnostic } from '@codemirror/lint';
import type { EditorState, Text } from '@codemirror/state';
import { findProblem, type JsonProblem } from '../json-problem.ts';

/** Longer texts are looked at when they are saved: reading them takes longer than a key may. */
const maxLength = 2_000_000;
const delayMs = 500;

/** `known` is what the portal said of this very text. */
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
  const place = positionOf(doc, problem);
  const { from, to } = doc.lineAt(place);
  // At least one letter is marked, at the end of a line the last one.
  const isAtEnd = place >= to;
  return {
    from: isAtEnd ? Math.max(from, to - 1) : place,
    to: isAtEnd ? to : place + 1,
    severity: 'error',
    message: problem.message,
  };
}

/** A place in the text, also where the text is another one than was complained of. */
export function positionOf(doc: Text, { line, column }: JsonProblem): number {
  const { from, to } = doc.line(Math.max(1, Math.min(line, doc.lines)));
  return Math.min(from + Math.max(0, column - 1), to);
}
