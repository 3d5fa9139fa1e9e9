import { visibleText } from '../../lib/text/visible-text.ts';

/** A name or line that a stranger chose: it reads as it is and changes nothing around it. */
export function PlainText({ text }: { text: string }) {
  return <bdi>{visibleText(text)}</bdi>;
}
