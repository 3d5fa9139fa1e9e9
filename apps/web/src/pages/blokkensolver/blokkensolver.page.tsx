import { useNavigate, useSearch } from '@tanstack/react-router';
import { LiveStatus } from '../../components/display/live-indicator.tsx';
import { SearchField } from '../../components/forms/search-field.tsx';
import { Page } from '../../components/layout/page.tsx';
import { RoundList } from '../../features/blokken/components/round-list.tsx';
import { WordFinder } from '../../features/blokken/components/word-finder.tsx';

export function BlokkensolverPage() {
  const { characters = '' } = useSearch({ from: '/main/user/owner/blokkensolver' });
  const navigate = useNavigate();
  const ask = (next: string) => void navigate({ to: '/blokkensolver', search: { characters: next }, replace: true });
  return (
    <Page title="Blokken Solver" aside={<LiveStatus />}>
      <RoundList onLetters={ask} />
      <SearchField label="Characters, ? for any letter" value={characters} onSearch={ask} />
      <WordFinder characters={characters} />
    </Page>
  );
}
