import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import type { DatabasePlace, DatabaseText } from '../databases.queries.ts';
import { editorCodeQuery } from '../editor/editor-code.queries.ts';
import { DatabaseEditor } from './database-editor.tsx';

type Props = { place: DatabasePlace; userId: string; isShown: boolean; query: UseQueryResult<DatabaseText> };

/** Stays, out of sight, while something else is looked at: what is typed is in it. */
export function DatabaseTextView({ place, userId, isShown, query }: Props) {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  const code = useQuery({ ...editorCodeQuery, enabled: wasShown });
  if (!wasShown) return null;
  return (
    <div hidden={!isShown}>
      <QueryRegion query={query} skeletonHeight={320}>
        {(source) => (
          <QueryRegion query={code} skeletonHeight={320}>
            {(parts) => (
              <DatabaseEditor
                key={JSON.stringify(place)}
                place={place}
                source={source}
                parts={parts}
                userId={userId}
                isShown={isShown}
              />
            )}
          </QueryRegion>
        )}
      </QueryRegion>
    </div>
  );
}
