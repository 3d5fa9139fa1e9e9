import { cspNonce } from '../../lib/browser/csp-nonce.ts';

/**
 * The terminal makes style elements while it opens and later writes `style` attributes into its spans, both of which our
 * content security policy refuses. The first get the page's nonce; the second go the way that the policy allows, with
 * the same effect.
 */
export function openStyled(open: () => void): () => void {
  const createElement = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = createElement(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = cspNonce();
    return element;
  };
  try {
    open();
  } finally {
    // What was put on the object hides the browser's own.
    Reflect.deleteProperty(document, 'createElement');
  }
  return styleSpans();
}

let users = 0;

function styleSpans(): () => void {
  users += 1;
  HTMLSpanElement.prototype.setAttribute = setAllowed;
  return () => {
    users -= 1;
    if (users === 0) Reflect.deleteProperty(HTMLSpanElement.prototype, 'setAttribute');
  };
}

function setAllowed(this: HTMLSpanElement, name: string, value: string): void {
  if (name === 'style') this.style.cssText = value;
  else Element.prototype.setAttribute.call(this, name, value);
}
