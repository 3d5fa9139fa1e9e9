import { PlainText } from '../../../components/plain-text.tsx';
import { commandNames } from '../command-names.ts';
import type { Server } from '../servers.queries.ts';
import classes from './server-facts.module.css';

type Props = { limits: NonNullable<Server['capabilities']>['cannot'] };

/** What this server cannot do, and why. */
export function ServerLimits({ limits }: Props) {
  return (
    <dl className={classes.facts}>
      {limits.map(({ command, reason }) => (
        <div key={command} className={classes.pair}>
          <dt>{commandNames[command]}</dt>
          <dd>
            <PlainText text={reason} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
