import { cspNonce } from '../../lib/browser/csp-nonce.ts';

/**
 * xterm creates style elements while it opens and later sets `style` attributes on its spans; our content security policy
 * refuses both. The elements get the page's nonce, and the attributes are set through `style.cssText`, which is allowed.
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
    // Deleting the own property uncovers the browser's method.
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
