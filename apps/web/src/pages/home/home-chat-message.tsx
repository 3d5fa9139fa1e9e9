import { speakerNames } from '@tribehall/contract/shared/text';
import { PlayerLink } from '../../components/buttons/player-link.tsx';
import { PlainText } from '../../components/display/plain-text.tsx';
import type { ChatMessage } from '../../features/chat/chat-sources.ts';
import { Face } from '../../components/people/face.tsx';
import { formatDateTime, formatTime } from '../../lib/text/format.ts';
import { titleOnHover } from '../../lib/browser/title-on-hover.ts';
import classes from './home-chat.module.css';

/** Where a message that is not from the game was written. */
const origins = {
  player: undefined,
  server: 'server',
  portal: 'portal',
  discord: 'Discord',
} as const satisfies Record<ChatMessage['kind'], string | undefined>;

type Props = { message: ChatMessage; isOwn: boolean; showsServer: boolean };

export function HomeChatMessage({ message, isOwn, showsServer }: Props) {
  const { kind, at, playerId, userId, server, text } = message;
  const [shown] = speakerNames(message);
  const origin = origins[kind];
  return (
    <li className={classes.message} data-own={isOwn || undefined}>
      <Face id={playerId ?? userId ?? message.name} name={shown} size="small" />
      <div>
        <span className={classes.head}>
          <b>{playerId === null ? <PlainText text={shown} /> : <PlayerLink playerId={playerId} name={shown} />}</b>
          {origin === undefined ? null : <span className={classes.mark}>{origin}</span>}
          {showsServer && server !== null ? (
            <span className={classes.mark}>
              <PlainText text={server.name} />
            </span>
          ) : null}
          <time className={classes.time} dateTime={at} {...titleOnHover(() => formatDateTime(at))}>
            {formatTime(at)}
          </time>
        </span>
        <span className={classes.text}>
          <PlainText text={text} />
        </span>
      </div>
    </li>
  );
}
