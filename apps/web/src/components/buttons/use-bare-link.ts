import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

type BareLink = { href: string; onClick: (event: MouseEvent) => void };

/** Props of a bare `<a>` to a page of this site: the router's own links are too expensive in virtualized rows. */
export function useBareLink(href: string): BareLink {
  const navigate = useNavigate();
  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void navigate({ href });
  };
  return { href, onClick };
}

/** Clicks with a modifier key or another button open a new tab, which is up to the browser. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
