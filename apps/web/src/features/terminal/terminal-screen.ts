import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { monoFont } from '../../components/display/mono-font.ts';
import { whenIdle } from '../../lib/browser/when-idle.ts';
import { visibleDirections } from '../../lib/text/visible-text.ts';
import { terminalTheme } from './terminal-colors.ts';
import { openStyled } from './terminal-styles.ts';

export type TerminalScreen = {
  /** Resolves when there is room for more (back-pressure). */
  write: (text: string) => Promise<void>;
  /** Starts on a new line, whatever was written before. */
  writeLine: (text: string) => Promise<void>;
  clear: () => void;
  selection: () => string;
  allText: () => string;
};

export type TerminalLook = { isDark: boolean; isWrapped: boolean };

const scrollback = 5_000;
const fontSize = 13;
/** The width without wrapping: every line takes all columns, filled or not. */
const wideColumns = 240;
/** Ignored OSC sequences: titles, palette changes, links and the clipboard. */
const ignoredOsc = [0, 1, 2, 4, 8, 10, 11, 12, 52, 104, 110, 111, 112];
/** Ignored modes: the alternate screen would hide output, and the mouse is for selecting text. */
const ignoredModes: ReadonlySet<unknown> = new Set([
  9, 47, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1047, 1048, 1049, 2004,
]);

const isIgnoredMode = (params: (number | number[])[]) => params.some((mode) => ignoredModes.has(mode));
/** Output may end within a control sequence or colour; this resets both before our own text. */
const resetSequence = '\x18\x1b\\\x1b[!p\x1b[0m';
const fallbackMs = 100;
/** Characters not drawn yet. */
const maxPending = 128 * 1024;

/** Output only: input is ignored, and terminal queries of programs get no reply. */
export function openTerminal(container: HTMLElement, firstLook: TerminalLook) {
  const terminal = new Terminal({
    disableStdin: true,
    convertEol: true,
    scrollback,
    minimumContrastRatio: 4.5,
    cursorInactiveStyle: 'none',
    fontFamily: 'monospace',
    fontSize,
    theme: terminalTheme(firstLook.isDark),
    linkHandler: { activate: () => undefined },
  });
  for (const code of ignoredOsc) terminal.parser.registerOscHandler(code, () => true);
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'h' }, isIgnoredMode);
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'l' }, isIgnoredMode);
  // Keys belong to the page: Tab moves the focus, and the browser copies.
  terminal.attachCustomKeyEventHandler(() => false);
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  const releaseStyles = openStyled(() => terminal.open(container));
  terminal.textarea?.setAttribute('aria-label', 'Output');
  let look = firstLook;
  let isClosed = false;
  const resize = () => {
    const size = fit.proposeDimensions();
    if (size === undefined || Number.isNaN(size.cols) || Number.isNaN(size.rows)) return;
    terminal.resize(look.isWrapped ? size.cols : Math.max(size.cols, wideColumns), size.rows);
  };
  // Columns are measured once, so the font must be loaded first.
  void document.fonts.load(`${fontSize}px ${monoFont}`).then(() => {
    if (isClosed) return;
    terminal.options.fontFamily = monoFont;
    resize();
    readOut();
  });
  let stopWaiting: (() => void) | undefined;
  // Last: it measures every row for each change of the font, the colours and the size.
  const readOut = () => {
    stopWaiting ??= whenIdle(() => {
      terminal.options.screenReaderMode = true;
      // Also what was written before.
      terminal.refresh(0, terminal.rows - 1);
      // Screen readers announce output politely.
      container.querySelector('.live-region')?.setAttribute('aria-live', 'polite');
    }, fallbackMs);
  };
  const observer = new ResizeObserver(resize);
  observer.observe(container);
  const { write, writeAll } = createWriter(terminal);
  const screen: TerminalScreen = {
    write,
    writeLine: async (text) => {
      await writeAll(resetSequence);
      await writeAll(terminal.buffer.active.cursorX === 0 ? text : `\n${text}`);
    },
    clear: () => terminal.reset(),
    selection: () => terminal.getSelection(),
    allText: () => readAll(terminal),
  };
  return {
    screen,
    setLook: (next: TerminalLook) => {
      if (next.isDark !== look.isDark) terminal.options.theme = terminalTheme(next.isDark);
      look = next;
      resize();
    },
    close: () => {
      isClosed = true;
      stopWaiting?.();
      observer.disconnect();
      terminal.dispose();
      releaseStyles();
    },
  };
}

function createWriter(terminal: Terminal) {
  let pending = 0;
  const writeAll = (text: string) =>
    new Promise<void>((resolve) => {
      pending += text.length;
      terminal.write(text, () => {
        pending -= text.length;
        resolve();
      });
    });
  return {
    writeAll,
    write: async (text: string) => {
      const drawn = writeAll(visibleDirections(text));
      if (pending > maxPending) await drawn;
    },
  };
}

/** Joins wrapped lines. */
function readAll({ buffer: { normal } }: Terminal): string {
  const lines: string[] = [];
  for (let index = 0; index < normal.length; index += 1) {
    const line = normal.getLine(index);
    const isContinued = normal.getLine(index + 1)?.isWrapped === true;
    const text = line?.translateToString(!isContinued) ?? '';
    if (line?.isWrapped === true && lines.length > 0) lines.push((lines.pop() ?? '') + text);
    else lines.push(text);
  }
  return lines.join('\n').trimEnd();
}
