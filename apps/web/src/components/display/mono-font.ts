import '@fontsource-variable/jetbrains-mono/wght.css';

/** Used by logs, terminal and editor only, and loaded with them. */
export const monoFont = "'JetBrains Mono Variable', ui-monospace, monospace";

/** Starts to load it. Its style sheet is there before the code that comes with it runs. */
export function loadMonoFont(): void {
  // Not in tests.
  if ('fonts' in document) void document.fonts.load(`12px ${monoFont}`).catch(() => undefined);
}
