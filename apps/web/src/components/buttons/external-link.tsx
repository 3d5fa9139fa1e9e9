import { Anchor, type AnchorProps } from '@mantine/core';
import { ExternalLink as ExternalIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './external-link.module.css';

type Props = AnchorProps & { href: string; children: ReactNode };

/** A link to another site, without a referrer. */
export function ExternalLink({ children, ...anchorProps }: Props) {
  return (
    <Anchor {...anchorProps} className={classes.link} target="_blank" rel="noopener noreferrer">
      {children}
      <ExternalIcon size={13} aria-hidden />
    </Anchor>
  );
}
