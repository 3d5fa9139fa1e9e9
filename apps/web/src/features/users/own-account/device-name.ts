const browsers: readonly [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly [name: string, sign: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

const maxLength = 60;

/** `Firefox on Windows` for a user agent. Programs are shown by the name that they give, which may be anything. */
export function deviceName(userAgent: string): string {
  const [browser] = browsers.find(([, sign]) => sign.test(userAgent)) ?? [];
  const [system] = systems.find(([, sign]) => sign.test(userAgent)) ?? [];
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  const text = userAgent.trim();
  if (text === '') return 'Unknown device';
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`;
}
