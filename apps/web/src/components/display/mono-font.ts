import '@fontsource-variable/jetbrains-mono/wght.css';

/** For logs, terminal and editor alone, and loaded with them. */
export const monoFont = "'JetBrains Mono Variable', ui-monospace, monospace";
