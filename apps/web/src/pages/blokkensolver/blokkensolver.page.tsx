import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { Page } from '../../components/layout/page.tsx';
import { SearchField } from '../../components/forms/search-field.tsx';
import { RoundList } from '../../features/blokken/components/round-list.tsx';
import { RoundsIndicator } from '../../features/blokken/components/rounds-indicator.tsx';
import { WordFinder } from '../../features/blokken/components/word-finder.tsx';

export function BlokkensolverPage() {
  const { characters = '' } = useSearch({ from: '/main/user/owner/blokkensolver' });
  const navigate = useNavigate();
  const ask = (next: string) => void navigate({ to: paths.blokkensolver, search: { characters: next }, replace: true });
  return (
    <Page title="Blokken Solver" aside={<RoundsIndicator />}>
      <RoundList onLetters={ask} />
      <SearchField label="Characters, ? for any letter" value={characters} onSearch={ask} />
      <WordFinder characters={characters} />
    </Page>
  );
}
