import { useQuery } from '@tanstack/react-query';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { SearchField } from '../../../components/forms/search-field.tsx';
import type { FileOrder } from '../file-order.ts';
import { filesQuery } from '../files.queries.ts';
import { FileResults } from './file-results.tsx';

type Props = {
  search: string;
  order: FileOrder;
  /** Whose files are one's own. */
  username: string;
  onSearch: (search: string) => void;
  onOrder: (order: FileOrder) => void;
};

/** All files that the viewer may open: to find, sort, share and delete. */
export function FileList({ search, order, username, onSearch, onOrder }: Props) {
  const query = useQuery(filesQuery);
  return (
    <>
      <SearchField label="Search by name or uploader" value={search} onSearch={onSearch} />
      <QueryRegion query={query} skeletonHeight={320}>
        {(files) => (
          <FileResults
            files={files}
            search={search}
            order={order}
            username={username}
            onOrder={onOrder}
            onClearSearch={() => onSearch('')}
          />
        )}
      </QueryRegion>
    </>
  );
}
