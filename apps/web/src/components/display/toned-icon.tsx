import type { LucideIcon } from 'lucide-react';
import classes from './toned-icon.module.css';

/** What an icon is about, in color. The words beside it say the same. */
export type IconTone = 'danger' | 'accent' | 'warning' | 'info' | undefined;

export function TonedIcon({ icon: Icon, tone, size = 16 }: { icon: LucideIcon; tone: IconTone; size?: number }) {
  return <Icon size={size} aria-hidden className={classes.icon} data-tone={tone} />;
}
