import { initialsOf } from '../../lib/text/initials.ts';
import { PlainText } from './plain-text.tsx';
import classes from './icon-label.module.css';

type Props = {
  name: string;
  /** URL of the icon; initials replace a missing one. */
  icon: string | null;
  /** A second line, smaller. */
  detail?: string | undefined;
};

/** An icon and a name, with a detail that tells items of the same name apart. */
export function IconLabel({ name, icon, detail }: Props) {
  return (
    <span className={classes.label}>
      <span className={classes.icon} aria-hidden>
        {initialsOf(name)}
        {icon === null ? null : (
          <img
            src={icon}
            alt=""
            width={24}
            height={24}
            loading="lazy"
            onError={(event) => event.currentTarget.remove()}
          />
        )}
      </span>
      <span className={classes.text}>
        <PlainText text={name} />
        {detail === undefined ? null : <span className={classes.detail}>{detail}</span>}
      </span>
    </span>
  );
}
