import { EditorView } from '@codemirror/view';

/**
 * Typing over a selection. The browser would do it by itself, and give what is typed the look of what was there in a
 * style attribute, which the page's policy forbids and complains of.
 */
export const typeOver = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data }, view) => {
    const isOver = inputType === 'insertText' && data !== null && !view.composing && !view.state.readOnly;
    if (!isOver || view.state.selection.ranges.every(({ empty }) => empty)) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});
