import { Facts } from '../../../components/display/facts.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { commandNames } from '../command-names.ts';
import type { Server } from '../servers.queries.ts';

type Props = { limits: NonNullable<Server['capabilities']>['cannot'] };

/** What this server cannot do, and why. */
export function ServerLimits({ limits }: Props) {
  return (
    <Facts>
      {limits.map(({ command, reason }) => (
        <div key={command}>
          <dt>{commandNames[command]}</dt>
          <dd>
            <PlainText text={reason} />
          </dd>
        </div>
      ))}
    </Facts>
  );
}
