import classes from './word-list.module.css';

type Props = { words: string[]; onChoose: (word: string) => void };

/** The words by their length, the longest first. Plain elements: there can be two thousand. */
export function WordList({ words, onChoose }: Props) {
  const lengths = [...new Set(words.map((word) => word.length))];
  const groups = lengths.map((length) => ({ length, group: words.filter((word) => word.length === length) }));
  return groups.map(({ length, group }) => (
    <section key={length} className={classes.group} aria-label={headingOf(length)}>
      <h3 className={classes.heading}>
        {headingOf(length)} <span className={classes.count}>{group.length}</span>
      </h3>
      <ul className={classes.words}>
        {group.map((word) => (
          <li key={word}>
            <button type="button" className={classes.word} onClick={() => onChoose(word)}>
              {word}
            </button>
          </li>
        ))}
      </ul>
    </section>
  ));
}

function headingOf(length: number): string {
  return length === 1 ? '1 letter' : `${length} letters`;
}
