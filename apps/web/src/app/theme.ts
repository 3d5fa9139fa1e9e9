import { createTheme, virtualColor, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** Design tokens; `dark` and `light` have the same names. */
const tokens = {
  dark: {
    page: '#12161e',
    card: '#1a1f29',
    raised: '#252b37',
    border: '#2f3644',
    text: '#e6e9ef',
    dimmed: '#9aa3b2',
    accent: '#34cba4',
    onAccent: '#000000',
    danger: '#ff8787',
    onDanger: '#000000',
    warning: '#f0b429',
    info: '#6ea8fe',
  },
  light: {
    page: '#ffffff',
    card: '#f8f9fb',
    raised: '#f1f3f5',
    border: '#dee2e6',
    text: '#0d1016',
    dimmed: '#5b6472',
    accent: '#0b7d62',
    onAccent: '#ffffff',
    danger: '#c92a2a',
    onDanger: '#ffffff',
    warning: '#8a5a00',
    info: '#1c5fc4',
  },
} as const;

type Tokens = (typeof tokens)['dark' | 'light'];

/** Mantine reads the surfaces of the dark scheme from fixed positions of this array. */
const slate: MantineColorsTuple = [
  tokens.dark.text,
  '#c3c9d3',
  tokens.dark.dimmed,
  '#6d7686',
  tokens.dark.border,
  tokens.dark.raised,
  tokens.dark.card,
  tokens.dark.page,
  '#0e1218',
  '#0a0d12',
];
/** Shade 6 is the token itself; 7 is its hover. */
const mint: MantineColorsTuple = [
  '#e3faf4',
  '#c5f2e5',
  '#a2e9d5',
  '#7fdfc5',
  '#5cd5b4',
  '#48d0ac',
  '#34cba4',
  '#4ed8b4',
  '#1f8f72',
  '#16705a',
];
const pine: MantineColorsTuple = [
  '#e6f5f1',
  '#d0ebe4',
  '#a6d8cb',
  '#7ac4b0',
  '#4fae95',
  '#2b977c',
  '#0b7d62',
  '#096a53',
  '#075745',
  '#054435',
];
const coral: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffd0d0',
  '#ffbcbc',
  '#ffa8a8',
  '#ff9999',
  '#ff8787',
  '#ff9f9f',
  '#e86f6f',
  '#8a3030',
];
const brick: MantineColorsTuple = [
  '#fff1f1',
  '#fde0e0',
  '#f9c0c0',
  '#f09a9a',
  '#e57373',
  '#d94c4c',
  '#c92a2a',
  '#b02323',
  '#971d1d',
  '#7d1717',
];

/** The top bar has z-index 10000, as specified; everything that floats is above it. */
const floatingZIndex = { modal: 10_100, popover: 10_200, notification: 10_300 } as const;

/**
 * What is below a dialog does not scroll, but its scroll bar stays: to hide it sets a variable on the whole page, of which
 * the browser then computes every style again.
 */
const removeScrollProps = { removeScrollBar: false };

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 6,
  autoContrast: true,
  colors: {
    dark: slate,
    mint,
    pine,
    coral,
    brick,
    accent: virtualColor({ name: 'accent', dark: 'mint', light: 'pine' }),
    danger: virtualColor({ name: 'danger', dark: 'coral', light: 'brick' }),
  },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '12px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Modal: {
      defaultProps: {
        zIndex: floatingZIndex.modal,
        centered: true,
        radius: 'lg',
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.6 },
        transitionProps: { duration: 150 },
        removeScrollProps,
        attributes: { header: { role: 'presentation' } },
      },
    },
    Drawer: {
      defaultProps: {
        zIndex: floatingZIndex.modal,
        transitionProps: { duration: 150 },
        removeScrollProps,
        attributes: { header: { role: 'presentation' } },
      },
    },
    Menu: { defaultProps: { zIndex: floatingZIndex.popover, transitionProps: { duration: 120 } } },
    Tooltip: { defaultProps: { zIndex: floatingZIndex.popover } },
    Notifications: { defaultProps: { zIndex: floatingZIndex.notification } },
  },
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  dark: variablesOf(tokens.dark),
  light: variablesOf(tokens.light),
});

/** Mantine's own dimmed, error and light colours lack contrast; ours replace them. */
function variablesOf(scheme: Tokens): Record<string, string> {
  return {
    '--th-card': scheme.card,
    '--th-raised': scheme.raised,
    '--th-border': scheme.border,
    '--th-accent': scheme.accent,
    '--th-danger': scheme.danger,
    '--th-warning': scheme.warning,
    '--th-info': scheme.info,
    '--mantine-color-body': scheme.page,
    '--mantine-color-text': scheme.text,
    '--mantine-color-bright': scheme.text,
    '--mantine-color-dimmed': scheme.dimmed,
    '--mantine-color-placeholder': scheme.dimmed,
    '--mantine-color-error': scheme.danger,
    '--mantine-color-anchor': scheme.accent,
    '--mantine-color-default': scheme.card,
    '--mantine-color-default-hover': scheme.raised,
    '--mantine-color-default-color': scheme.text,
    '--mantine-color-default-border': scheme.border,
    '--mantine-color-disabled': scheme.raised,
    '--mantine-color-disabled-color': scheme.dimmed,
    '--mantine-color-disabled-border': scheme.border,
    '--mantine-primary-color-contrast': scheme.onAccent,
    ...lightVariablesOf('accent', scheme.accent, scheme.onAccent),
    ...lightVariablesOf('danger', scheme.danger, scheme.onDanger),
    ...lightVariablesOf('gray', scheme.text, scheme.text),
  };
}

function lightVariablesOf(name: string, color: string, contrast: string): Record<string, string> {
  return {
    [`--mantine-color-${name}-contrast`]: contrast,
    [`--mantine-color-${name}-text`]: color,
    [`--mantine-color-${name}-light`]: `color-mix(in srgb, ${color} 12%, transparent)`,
    [`--mantine-color-${name}-light-hover`]: `color-mix(in srgb, ${color} 18%, transparent)`,
    [`--mantine-color-${name}-light-color`]: color,
    [`--mantine-color-${name}-outline`]: color,
    [`--mantine-color-${name}-outline-hover`]: `color-mix(in srgb, ${color} 8%, transparent)`,
  };
}
