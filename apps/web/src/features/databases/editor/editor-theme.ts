import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { monoFont } from '../../../components/display/mono-font.ts';

const mix = (color: string, percent: number) => `color-mix(in srgb, ${color} ${percent}%, transparent)`;

/** The colours are variables of the page, so that dark and light change with it. */
const look = EditorView.theme({
  '&': { color: 'var(--mantine-color-text)', backgroundColor: 'var(--th-card)', fontSize: '13px' },
  // The parent shows the focus, around the gutters too.
  '&.cm-focused, .cm-content:focus-visible': { outline: 'none' },
  '.cm-scroller': { fontFamily: monoFont, lineHeight: '20px' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)', padding: '8px 0' },
  '.cm-line::selection, .cm-line ::selection': { background: mix('var(--th-info)', 35) },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: mix('var(--mantine-color-text)', 5) },
  '.cm-gutters': {
    color: 'var(--mantine-color-dimmed)',
    backgroundColor: 'var(--th-card)',
    borderRight: '1px solid var(--th-border)',
  },
  '.cm-foldPlaceholder': {
    padding: '0 6px',
    border: '1px solid var(--th-border)',
    backgroundColor: 'var(--th-raised)',
    color: 'var(--mantine-color-dimmed)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: mix('var(--th-accent)', 30) },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: mix('var(--th-danger)', 30) },
  '.cm-searchMatch': { backgroundColor: mix('var(--th-warning)', 25) },
  '.cm-searchMatch-selected': { backgroundColor: mix('var(--th-warning)', 50) },
  '.cm-panels': { color: 'inherit', backgroundColor: 'var(--th-raised)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--th-border)' },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 8px', fontFamily: 'inherit' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': { fontSize: '13px' },
  '.cm-textfield': {
    minHeight: '28px',
    border: '1px solid var(--th-border)',
    borderRadius: '6px',
    backgroundColor: 'var(--mantine-color-body)',
    color: 'inherit',
  },
  '.cm-button': {
    minHeight: '28px',
    border: '1px solid var(--th-border)',
    borderRadius: '6px',
    backgroundColor: 'var(--th-card)',
    backgroundImage: 'none',
    color: 'inherit',
  },
  '.cm-panel.cm-search [name=close]': {
    top: '4px',
    right: '4px',
    width: '28px',
    height: '28px',
    color: 'inherit',
    fontSize: '18px',
    cursor: 'pointer',
  },
  '.cm-tooltip': {
    border: '1px solid var(--th-border)',
    borderRadius: '6px',
    backgroundColor: 'var(--th-raised)',
    color: 'inherit',
  },
  // The usual marks are pictures in addresses that our policy of content does not allow.
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--th-danger)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintPoint-error::after': { borderBottomColor: 'var(--th-danger)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--th-danger)' },
  '.cm-gutter-lint': { width: '16px' },
  '.cm-gutter-lint .cm-lint-marker': { width: '12px', height: '12px' },
  '.cm-gutter-lint .cm-lint-marker-error': {
    content: '"!"',
    display: 'grid',
    placeItems: 'center',
    borderRadius: '50%',
    backgroundColor: 'var(--th-danger)',
    color: 'var(--mantine-color-body)',
    fontSize: '10px',
    fontWeight: '700',
    lineHeight: '12px',
    textAlign: 'center',
  },
  '.cm-specialChar': { color: 'var(--th-danger)' },
  // Removed text is struck out and added text underlined, for people who cannot distinguish the colours.
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: mix('var(--th-danger)', 12) },
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': { backgroundColor: mix('var(--th-accent)', 12) },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: mix('var(--th-danger)', 28),
    textDecoration: 'line-through',
  },
  // On these grounds only the colour of plain text is readable.
  '.cm-changedText span, .cm-deletedText span': { color: 'var(--mantine-color-text)' },
  '&.cm-merge-b .cm-changedText': { background: mix('var(--th-accent)', 28), textDecoration: 'underline' },
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': { background: 'var(--th-danger)' },
  '&.cm-editor.cm-merge-b .cm-changedLineGutter': { background: 'var(--th-accent)' },
  '.cm-collapsedLines': {
    padding: '4px 8px',
    background: 'var(--th-raised)',
    color: 'var(--mantine-color-dimmed)',
    cursor: 'pointer',
    // Not every font has the sign that is usual here.
    '&:before, &:after': { content: '"…"' },
  },
});

const words = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--th-info)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--th-warning)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: 'var(--mantine-color-dimmed)' },
]);

export const editorTheme = [look, syntaxHighlighting(words)];
