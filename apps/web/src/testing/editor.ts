import { vi } from 'vitest';
import type {
  CompareHandle,
  CompareOptions,
  EditorHandle,
  EditorOptions,
} from '../features/databases/editor/editor-handle.ts';
import { editorParts } from '../features/databases/editor/editor-parts.ts';

/** The real editor needs a browser; a plain field replaces it until the end of the test. */
export function replaceEditor(): void {
  vi.spyOn(editorParts, 'openEditor').mockImplementation(openEditor);
  vi.spyOn(editorParts, 'openCompare').mockImplementation(openCompare);
}

function openEditor(parent: HTMLElement, options: EditorOptions): EditorHandle {
  let base: EditorOptions['source'] = options.source;
  let status = '';
  const field = addField(parent, options.label, options.text);
  const isDirty = () => field.value !== base.text;
  const notify = () => {
    const next = { isDirty: isDirty(), version: base.version };
    if (JSON.stringify(next) !== status) options.onStatus(next);
    status = JSON.stringify(next);
    options.onEdit();
  };
  const setText = (text: string) => {
    field.value = text;
    notify();
  };
  field.addEventListener('input', notify);
  notify();
  return {
    text: () => field.value,
    base: () => base,
    isDirty,
    length: () => field.value.length,
    load: (source) => {
      base = source;
      setText(source.text);
    },
    rebase: (next) => {
      base = { ...next, problem: null };
      notify();
    },
    replace: setText,
    show: ({ line, column }) => {
      field.dataset['problem'] = `${line}:${column}`;
      field.focus();
    },
    focus: () => field.focus(),
    close: () => field.remove(),
  };
}

function openCompare(
  parent: HTMLElement,
  { before, after, labels, isEditable, onLines }: CompareOptions,
): CompareHandle {
  const left = addField(parent, labels.before, before);
  const right = addField(parent, labels.after, after);
  left.readOnly = true;
  right.readOnly = !isEditable;
  onLines({ added: 1, removed: 2 });
  return {
    text: () => right.value,
    close: () => {
      left.remove();
      right.remove();
    },
  };
}

function addField(parent: HTMLElement, label: string, text: string): HTMLTextAreaElement {
  const field = document.createElement('textarea');
  field.setAttribute('aria-label', label);
  field.value = text;
  parent.append(field);
  return field;
}
