import type { ITheme } from '@xterm/xterm';

/** The sixteen ANSI colours, readable on our surfaces. */
const dark = {
  black: '#5c6675',
  red: '#ff8787',
  green: '#69db7c',
  yellow: '#f0b429',
  blue: '#6ea8fe',
  magenta: '#da9cf0',
  cyan: '#4fd1e0',
  white: '#e6e9ef',
  brightBlack: '#9aa3b2',
  brightRed: '#ffa8a8',
  brightGreen: '#8ce99a',
  brightYellow: '#ffd43b',
  brightBlue: '#91bdff',
  brightMagenta: '#e5b8f4',
  brightCyan: '#7fe3ee',
  brightWhite: '#ffffff',
} as const satisfies ITheme;

const light = {
  black: '#0d1016',
  red: '#c92a2a',
  green: '#1f7a34',
  yellow: '#8a5a00',
  blue: '#1c5fc4',
  magenta: '#8b2fa8',
  cyan: '#0b6f7d',
  white: '#5b6472',
  brightBlack: '#5b6472',
  brightRed: '#b02323',
  brightGreen: '#186429',
  brightYellow: '#734b00',
  brightBlue: '#164d9f',
  brightMagenta: '#71248a',
  brightCyan: '#085964',
  brightWhite: '#0d1016',
} as const satisfies ITheme;

/** The page's background and text colours with a matching palette. */
export function terminalTheme(isDark: boolean): ITheme {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  const background = token('--mantine-color-body', isDark ? '#12161e' : '#ffffff');
  return {
    ...(isDark ? dark : light),
    background,
    foreground: token('--mantine-color-text', isDark ? '#e6e9ef' : '#0d1016'),
    // Invisible: there is no input.
    cursor: background,
    cursorAccent: background,
    selectionBackground: isDark ? '#2f5d8a' : '#b6d4fe',
  };
}
