import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { monoFont } from '../../components/display/mono-font.ts';
import { visibleDirections } from '../../lib/text/visible-text.ts';
import { terminalTheme } from './terminal-colors.ts';
import { openStyled } from './terminal-styles.ts';

/** Where output is drawn. */
export type TerminalScreen = {
  /** Done when there is room for more, so that nobody writes faster than this draws. */
  write: (text: string) => Promise<void>;
  /** The same on a line of its own, whatever was written before. */
  writeLine: (text: string) => Promise<void>;
  clear: () => void;
  selection: () => string;
  allText: () => string;
};

export type TerminalLook = { isDark: boolean; isWrapped: boolean };

const scrollback = 5_000;
const fontSize = 13;
/** So wide without wrapping: every line takes the room of its columns, whether it fills them or not. */
const wideColumns = 240;
/** Titles, colours of the whole screen, links and the clipboard are none of a program's business here. */
const deafOsc = [0, 1, 2, 4, 8, 10, 11, 12, 52, 104, 110, 111, 112];
/** Neither is the other screen, which would hide what was there, nor the mouse, which selects text. */
const deafModes: ReadonlySet<unknown> = new Set([
  9, 47, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1047, 1048, 1049, 2004,
]);

const isDeafMode = (params: (number | number[])[]) => params.some((mode) => deafModes.has(mode));
/** Output may break off in the middle of a control sequence or a colour; this ends both before anything of ours. */
const calm = '\x18\x1b\\\x1b[!p\x1b[0m';
/** Characters that are still to be drawn. */
const maxWaiting = 128 * 1024;

/** Draws only: what is typed goes nowhere, and what a program asks the terminal is not answered. */
export function openTerminal(container: HTMLElement) {
  const terminal = new Terminal({
    disableStdin: true,
    convertEol: true,
    scrollback,
    screenReaderMode: true,
    minimumContrastRatio: 4.5,
    cursorInactiveStyle: 'none',
    fontFamily: 'monospace',
    fontSize,
    linkHandler: { activate: () => undefined },
  });
  for (const code of deafOsc) terminal.parser.registerOscHandler(code, () => true);
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'h' }, isDeafMode);
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'l' }, isDeafMode);
  // Keys are the page's: the Tab key leads on, and the browser copies.
  terminal.attachCustomKeyEventHandler(() => false);
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  const releaseStyles = openStyled(() => terminal.open(container));
  // What is written is told when there is time for it, not over everything else.
  container.querySelector('.live-region')?.setAttribute('aria-live', 'polite');
  terminal.textarea?.setAttribute('aria-label', 'Output');
  let isWrapped = true;
  const resize = () => {
    const size = fit.proposeDimensions();
    if (size === undefined || Number.isNaN(size.cols) || Number.isNaN(size.rows)) return;
    terminal.resize(isWrapped ? size.cols : Math.max(size.cols, wideColumns), size.rows);
  };
  // Its columns are measured once: not before the letters are there.
  void document.fonts.load(`${fontSize}px ${monoFont}`).then(() => {
    terminal.options.fontFamily = monoFont;
    resize();
  });
  const observer = new ResizeObserver(resize);
  observer.observe(container);
  const { write, writeAll } = createWriter(terminal);
  const screen: TerminalScreen = {
    write,
    writeLine: async (text) => {
      await writeAll(calm);
      await writeAll(terminal.buffer.active.cursorX === 0 ? text : `\n${text}`);
    },
    clear: () => terminal.reset(),
    selection: () => terminal.getSelection(),
    allText: () => readAll(terminal),
  };
  return {
    screen,
    setLook: (look: TerminalLook) => {
      terminal.options.theme = terminalTheme(look.isDark);
      isWrapped = look.isWrapped;
      resize();
    },
    close: () => {
      observer.disconnect();
      terminal.dispose();
      releaseStyles();
    },
  };
}

function createWriter(terminal: Terminal) {
  let waiting = 0;
  const writeAll = (text: string) =>
    new Promise<void>((resolve) => {
      waiting += text.length;
      terminal.write(text, () => {
        waiting -= text.length;
        resolve();
      });
    });
  return {
    writeAll,
    write: async (text: string) => {
      const drawn = writeAll(visibleDirections(text));
      if (waiting > maxWaiting) await drawn;
    },
  };
}

/** Lines that were wrapped for want of room are one line again. */
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
