import { Checkbox, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { scopeNames, scopes } from '@tribehall/contract/accounts/scopes';
import { useQuery } from '@tanstack/react-query';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { serversQuery } from '../../../lib/servers/servers.queries.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';

import classes from './token-grant-fields.module.css';

export type GrantValues = { scopes: string[]; isForAll: boolean; serverIds: string[] };

/** What a token may be used for, and on which servers. */
export function TokenGrantFields<Values extends GrantValues>({ form }: { form: UseFormReturnType<Values> }) {
  const values: GrantValues = form.values;
  return (
    <>
      <Checkbox.Group label="May" {...form.getInputProps('scopes')}>
        <Stack gap="sm" mt="xs">
          {scopeNames.map((scope) => (
            <Checkbox key={scope} value={scope} label={scopes[scope].label} description={scopes[scope].text} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox
        label="On all servers"
        description="Also on servers that are added later. A token for some servers can't make calls that span several."
        {...form.getInputProps('isForAll', { type: 'checkbox' })}
      />
      {values.isForAll ? null : <ServerChoices {...form.getInputProps('serverIds')} />}
    </>
  );
}

type ChoicesProps = ReturnType<UseFormReturnType<GrantValues>['getInputProps']>;

function ServerChoices(props: ChoicesProps) {
  const query = useQuery(serversQuery(''));
  return (
    <QueryRegion query={query} skeletonHeight={80}>
      {(servers) => (
        <Checkbox.Group label="Servers" {...props}>
          <div className={classes.list}>
            <Stack gap="sm">
              {servers.map(({ id, name }) => (
                <Checkbox key={id} value={id} label={visibleText(name)} />
              ))}
            </Stack>
          </div>
        </Checkbox.Group>
      )}
    </QueryRegion>
  );
}
