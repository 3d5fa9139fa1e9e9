import type { ComponentType } from 'react';
import type { PublicServer } from '../status.queries.ts';
import { ServerCard } from './server-card.tsx';
import classes from './server-cards.module.css';

type Props = {
  servers: readonly PublicServer[];
  /** At the bottom of each card, for those who may do more. */
  Actions?: ComponentType<{ server: PublicServer }> | undefined;
};

export function ServerCards({ servers, Actions }: Props) {
  return (
    <ul className={classes.cards}>
      {servers.map((server) => (
        <li key={server.id}>
          <ServerCard server={server} actions={Actions === undefined ? null : <Actions server={server} />} />
        </li>
      ))}
    </ul>
  );
}

/** As many as fill the first screen. */
const skeletons = Array.from({ length: 8 }, (_, index) => index);

export function ServerCardSkeletons() {
  return (
    <div className={classes.cards} aria-busy>
      {skeletons.map((index) => (
        <div key={index} className={classes.skeleton} />
      ))}
    </div>
  );
}
