import { visibleText } from '../../lib/text/visible-text.ts';

/** Text from users: shown literally, without effect on the text around it. */
export function PlainText({ text }: { text: string }) {
  return <bdi>{visibleText(text)}</bdi>;
}
