import { useEffect, useRef, useState } from 'react';
import { cardSubject, type CardSubject } from './card-subject.ts';

export type ShownCard = CardSubject & { link: HTMLAnchorElement };

const openMs = 450;
/** Time to move the pointer from the link to the card. */
const closeMs = 200;

/** Which card to show: of the link under the mouse, or with the focus of the keyboard. Escape closes it. */
export function useHoverCard(): { shown: ShownCard | undefined; close: () => void } {
  const [shown, setShown] = useState<ShownCard>();
  const closeNow = useRef<() => void>(undefined);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isShown = false;
    const show = (card: ShownCard | undefined) => {
      isShown = card !== undefined;
      setShown(card);
    };
    const showLater = (card: ShownCard | undefined, afterMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => show(card), afterMs);
    };
    const close = () => {
      clearTimeout(timer);
      if (isShown) show(undefined);
    };
    closeNow.current = close;
    const onPointer = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch' || !(target instanceof Element)) return;
      if (isInCard(target)) return clearTimeout(timer);
      const card = cardOf(target);
      showLater(card, card === undefined ? closeMs : openMs);
    };
    const onFocus = ({ target }: FocusEvent) => {
      const isByKeyboard = target instanceof Element && target.matches(':focus-visible');
      showLater(isByKeyboard ? cardOf(target) : undefined, isByKeyboard ? openMs : 0);
    };
    const onKey = (event: KeyboardEvent) => {
      // A dialog below stays open.
      if (isShown && event.key === 'Escape') event.stopPropagation();
      close();
    };
    const listeners = new AbortController();
    const options = { capture: true, passive: true, signal: listeners.signal };
    document.addEventListener('pointerover', onPointer, options);
    document.addEventListener('focusin', onFocus, options);
    document.addEventListener('keydown', onKey, options);
    document.addEventListener('pointerdown', ({ target }) => isInCard(target) || close(), options);
    document.addEventListener('scroll', close, options);
    // The mouse may rest on a link already: then nothing would tell.
    const hovered = canHover() ? [...document.querySelectorAll('a:hover')].at(-1) : undefined;
    const card = hovered && cardOf(hovered);
    if (card) showLater(card, openMs);
    return () => {
      listeners.abort();
      clearTimeout(timer);
    };
  }, []);
  return { shown, close: () => closeNow.current?.() };
}

function isInCard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-hover-card]') !== null;
}

/** A touch screen leaves the link that was tapped last in this state. */
function canHover(): boolean {
  return matchMedia('(hover: hover)').matches;
}

function cardOf(target: Element): ShownCard | undefined {
  const link = target.closest('a');
  const subject = link === null ? undefined : cardSubject(link);
  return link === null || subject === undefined ? undefined : { ...subject, link };
}
