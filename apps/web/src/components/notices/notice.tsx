import { Stack, Text } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ContourArt } from '../art/contour-art.tsx';
import classes from './notice.module.css';

type Props = { icon: LucideIcon; title: string; children?: ReactNode; action?: ReactNode; role?: 'alert' | 'status' };

/** A box in place of content: what happened, why, and what to do. */
export function Notice({ icon: Icon, title, children, action, role }: Props) {
  return (
    <div className={classes.notice} role={role}>
      {role === 'alert' ? null : (
        <div className={classes.art}>
          <ContourArt seed={title} size="card" />
        </div>
      )}
      <Icon size={20} className={classes.icon} aria-hidden />
      <Stack gap="sm" className={classes.body ?? ''}>
        <Text fw={600}>{title}</Text>
        {children}
        {action === undefined ? null : <div>{action}</div>}
      </Stack>
    </div>
  );
}
