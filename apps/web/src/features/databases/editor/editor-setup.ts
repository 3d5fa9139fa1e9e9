import { history, historyKeymap, indentWithTab, standardKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, nextDiagnostic } from '@codemirror/lint';
import { closeSearchPanel, findNext, findPrevious, gotoLine, openSearchPanel, search } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type KeyBinding,
} from '@codemirror/view';
import { cspNonce } from '../../../lib/browser/csp-nonce.ts';
import { editorTheme } from './editor-theme.ts';
import { lineSeparatorOf, withLineEnds } from './line-ends.ts';

/** Shared by read-only and editable views. */
export function readingSetup(text: string): Extension {
  const separator = lineSeparatorOf(text);
  return [
    EditorView.cspNonce.of(cspNonce()),
    separator === undefined ? [] : EditorState.lineSeparator.of(separator),
    json(),
    editorTheme,
    lineNumbers(),
    highlightSpecialChars(),
    // Names may be in any script, so each line has its own direction.
    EditorView.perLineTextDirection.of(true),
  ];
}

/** A subset of the default keys: each command is code to load. */
const searchKeys: KeyBinding[] = [
  { key: 'Mod-f', run: openSearchPanel, scope: 'editor search-panel' },
  { key: 'F3', run: findNext, shift: findPrevious, scope: 'editor search-panel', preventDefault: true },
  { key: 'Mod-g', run: findNext, shift: findPrevious, scope: 'editor search-panel', preventDefault: true },
  { key: 'Escape', run: closeSearchPanel, scope: 'editor search-panel' },
  { key: 'Mod-Alt-g', run: gotoLine },
  { key: 'F8', run: nextDiagnostic },
];

/**
 * Replaces the selection on typing. The browser's own way would copy the old text's look into a style attribute, which
 * the content security policy forbids and reports.
 */
const typeOver = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data }, view) => {
    const isOver = inputType === 'insertText' && data !== null && !view.composing && !view.state.readOnly;
    if (!isOver || view.state.selection.ranges.every(({ empty }) => empty)) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

export const writingSetup: Extension = [
  history(),
  foldGutter({ markerDOM: foldMarker }),
  codeFolding(),
  lintGutter(),
  indentUnit.of('  '),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  search({ top: true }),
  typeOver,
  EditorView.clipboardInputFilter.of((text, state) => withLineEnds(text, state.lineBreak)),
  keymap.of([...searchKeys, ...standardKeymap, ...historyKeymap, ...foldKeymap, indentWithTab]),
];

function foldMarker(isOpen: boolean): HTMLElement {
  const marker = document.createElement('span');
  marker.textContent = isOpen ? '⌄' : '›';
  marker.title = isOpen ? 'Fold line' : 'Unfold line';
  marker.style.cursor = 'pointer';
  return marker;
}
