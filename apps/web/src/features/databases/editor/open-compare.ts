import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { getChunks, MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { changedLines } from './changed-lines.ts';
import type { CompareHandle, CompareOptions } from './editor-handle.ts';
import { readingSetup } from './editor-setup.ts';
import { withLineEnds } from './line-ends.ts';

/** Diffing two unrelated texts of ten megabytes must not freeze the page. */
const diffConfig = { scanLimit: 500, timeout: 500 };
const collapseUnchanged = { margin: 3, minSize: 8 };

export function openCompare(parent: HTMLElement, options: CompareOptions): CompareHandle {
  return options.isNarrow ? openOneColumn(parent, options) : openTwoColumns(parent, options);
}

function openTwoColumns(parent: HTMLElement, options: CompareOptions): CompareHandle {
  const { before, after, labels, isEditable, onLines } = options;
  const view = new MergeView({
    parent,
    a: { doc: before, extensions: sideSetup(before, labels.before, false) },
    b: { doc: after, extensions: sideSetup(after, labels.after, isEditable) },
    diffConfig,
    collapseUnchanged,
    ...(isEditable && { revertControls: 'a-to-b' as const, renderRevertControl: () => takeButton('→') }),
  });
  onLines(changedLines(view.chunks, view.a.state.doc, view.b.state.doc));
  return {
    text: () => view.b.state.sliceDoc(),
    close: () => view.destroy(),
  };
}

function openOneColumn(parent: HTMLElement, options: CompareOptions): CompareHandle {
  const { before, after, labels, isEditable, onLines } = options;
  const original = EditorState.create({ doc: before, extensions: readingSetup(before) }).doc;
  const state = EditorState.create({
    doc: after,
    extensions: [
      sideSetup(after, labels.after, isEditable),
      EditorView.lineWrapping,
      unifiedMergeView({
        original,
        diffConfig,
        collapseUnchanged,
        mergeControls: isEditable ? takeControl : false,
      }),
    ],
  });
  const view = new EditorView({ parent, state });
  const { chunks = [] } = getChunks(state) ?? {};
  onLines(changedLines(chunks, original, state.doc));
  return {
    text: () => view.state.sliceDoc(),
    close: () => view.destroy(),
  };
}

function sideSetup(text: string, label: string, isEditable: boolean): Extension {
  const named = EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true' });
  if (!isEditable) {
    // Read-only, but navigable by keyboard.
    const readOnly = [EditorState.readOnly.of(true), EditorView.editable.of(false)];
    const walked = EditorView.contentAttributes.of({ tabindex: '0', role: 'textbox', 'aria-readonly': 'true' });
    return [readingSetup(text), named, readOnly, walked, keymap.of(standardKeymap)];
  }
  const pasted = EditorView.clipboardInputFilter.of((input, state) => withLineEnds(input, state.lineBreak));
  return [readingSetup(text), named, history(), pasted, keymap.of([...standardKeymap, ...historyKeymap])];
}

const takeLabel = 'Take these lines';

function takeButton(text: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.title = takeLabel;
  button.ariaLabel = takeLabel;
  // CodeMirror only listens to the mouse here.
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  });
  return button;
}

/** No button for accepting: that is the default. */
function takeControl(type: 'reject' | 'accept', action: (event: MouseEvent) => void): HTMLElement {
  if (type === 'accept') return document.createElement('span');
  const button = takeButton(takeLabel);
  button.className = 'cm-button';
  button.addEventListener('mousedown', action);
  return button;
}
