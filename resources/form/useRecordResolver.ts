import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Resolver } from 'react-hook-form';
import { ANY_PREFIX } from '#contract/barcode.ts';
import { MAX_PER_PAGE } from '#contract/limits.ts';
import type { ResourceRecord } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import { createResolver, type ResolverOptions } from './resolver.ts';

type OwnOptions = Pick<ResolverOptions, 'schema' | 'openedValues' | 'writtenIn'>;

/** Validates a form of a resource's records. */
export const useRecordResolver = ({ name, collection }: Definition, options: OwnOptions): Resolver => {
  const t = useT();
  const { error: ruleText } = useLabels(name);
  const readOwnPrefixes = useOwnPrefixes();
  return createResolver({ collection, t, ruleText, readOwnPrefixes, ...options });
};

const RESOURCE = 'settings/barcode';

/**
 * Reads the prefixes of own barcodes when a form needs them, which is rare, rather than with every form. When they cannot
 * be read, the form accepts the code and leaves the decision to the server.
 */
const useOwnPrefixes = (): (() => Promise<readonly string[]>) => {
  const client = useQueryClient();
  const provider = useDataProvider();
  return () =>
    client
      .fetchQuery({
        queryKey: [RESOURCE, 'getList', 'all'],
        queryFn: ({ signal }) =>
          provider.getList<ResourceRecord<typeof RESOURCE>>(RESOURCE, {
            pagination: { page: 1, perPage: MAX_PER_PAGE },
            sort: { field: 'prefix', order: 'ASC' },
            filter: {},
            signal,
          }),
      })
      .then(
        ({ data }) => data.map(({ prefix }) => prefix),
        () => [ANY_PREFIX],
      );
};
