import { textBlocks } from '../text-blocks.ts';
import classes from './text-view.module.css';

const lineHeight = 18;

/** Text of strangers, as text alone. All of it is in the page, so that the browser's own search finds it. */
export function TextView({ text, isWrapped }: { text: string; isWrapped: boolean }) {
  const blocks = textBlocks(text);
  return (
    <pre
      className={classes.text}
      data-wrapped={isWrapped || undefined}
      role="region"
      aria-label="Text of the file"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
      tabIndex={0}
    >
      {blocks.map((block, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- a text has no other names for its parts
          key={index}
          className={classes.block}
          style={{ containIntrinsicBlockSize: `auto ${block.lines * lineHeight}px` }}
        >
          {block.text}
        </span>
      ))}
    </pre>
  );
}
