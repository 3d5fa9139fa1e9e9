import '@fontsource-variable/jetbrains-mono/wght.css';

/** Used by logs, terminal and editor only, and loaded with them. */
export const monoFont = "'JetBrains Mono Variable', ui-monospace, monospace";
