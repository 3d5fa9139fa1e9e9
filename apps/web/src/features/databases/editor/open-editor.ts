import { setDiagnostics } from '@codemirror/lint';
import { EditorState, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { JsonProblem } from '../json-problem.ts';
import type { Base, EditorHandle, EditorOptions } from './editor-handle.ts';
import { readingSetup, writingSetup } from './editor-setup.ts';
import { diagnosticOf, jsonLint, positionOf } from './json-lint.ts';
import { lineSeparatorOf } from './line-ends.ts';

export function openEditor(parent: HTMLElement, options: EditorOptions): EditorHandle {
  let base: Base = options.source;
  let finding: { doc: Text; problem: JsonProblem } | undefined;
  const content = { 'aria-label': options.label, 'aria-describedby': options.describedBy, 'aria-multiline': 'true' };
  const stateOf = (text: string) =>
    EditorState.create({
      doc: text,
      extensions: [
        readingSetup(text),
        writingSetup,
        jsonLint((doc) => (finding?.doc === doc ? finding.problem : undefined)),
        EditorView.contentAttributes.of(content),
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged) changed();
        }),
      ],
    });
  const view = new EditorView({ parent, state: stateOf(options.text) });
  let baseDoc = docOf(base.text);
  let status = { isDirty: false, version: base.version };
  setFinding(options.source.problem);
  publishStatus();

  /** Reuses the editor's own document if equal: shared line objects make later comparisons fast. */
  function docOf(text: string): Text {
    const { doc } = view.state;
    return text === view.state.sliceDoc() ? doc : Text.of(text.split(lineSeparatorOf(text) ?? '\n'));
  }
  function isDirty(): boolean {
    return !view.state.doc.eq(baseDoc);
  }
  function publishStatus() {
    const next = { isDirty: isDirty(), version: base.version };
    if (next.isDirty === status.isDirty && next.version === status.version) return;
    status = next;
    options.onStatus(next);
  }
  function changed() {
    publishStatus();
    options.onEdit();
  }
  function setBase(next: Base) {
    base = next;
    baseDoc = docOf(next.text);
    changed();
  }
  function setFinding(problem: JsonProblem | null) {
    finding = problem === null ? undefined : { doc: view.state.doc, problem };
  }

  return {
    text: () => view.state.sliceDoc(),
    base: () => base,
    isDirty,
    length: () => view.state.doc.length,
    load: (source) => {
      view.setState(stateOf(source.text));
      setFinding(source.problem);
      setBase(source);
    },
    rebase: setBase,
    replace: (text) => {
      const { state } = view;
      const current = state.sliceDoc();
      if (text === current) return;
      if (lineSeparatorOf(text) === lineSeparatorOf(current)) {
        view.dispatch({ changes: { from: 0, to: state.doc.length, insert: state.toText(text) } });
      } else {
        view.setState(stateOf(text));
        changed();
      }
    },
    show: (problem) => {
      const { state } = view;
      setFinding(problem);
      view.dispatch(setDiagnostics(state, [diagnosticOf(state, problem)]));
      view.dispatch({ selection: { anchor: positionOf(state.doc, problem) }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}
