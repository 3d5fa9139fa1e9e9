import { TextLink } from '../../components/buttons/text-link.tsx';
import { SongSearch } from '../../features/music/components/song-search.tsx';
import { HomePanel } from './home-panel.tsx';

/** Adds songs to the queue of the voice channel. */
export function HomeMusic() {
  return (
    <HomePanel
      title="Add a song"
      aside={
        <TextLink to="/skibapbot/music" size="sm">
          Queue
        </TextLink>
      }
      isPadded
    >
      <SongSearch />
    </HomePanel>
  );
}
