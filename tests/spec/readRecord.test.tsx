import { describe, expect, it, vi } from 'vitest';
import { resources } from '#resources/all.ts';
import { readRecord, recordAge } from '#resources/form/readRecord.ts';
import { LIST_AGE } from '#resources/list/readList.ts';
import { addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

describe('A record that a page begins with', () => {
  it('[L118] is not read again while it is new; what a list kept of it, and calls new, is', async () => {
    const [made] = await addProducts(server(), { name: 'Чай', sku: 'T-1' });
    const { services } = await open('/content/settings');
    const { queryClient } = services;
    const definition = resources.map(one => one.definition).find(({ name }) => name === 'nomenclature');
    if (!definition) throw new Error('there is no nomenclature');
    const id = String(made?.id);
    const queryKey = ['nomenclature', 'getOne', { id, meta: undefined }];
    const age = () => {
      const query = queryClient.getQueryCache().find({ queryKey });
      return query && recordAge(query);
    };

    await readRecord(services, definition, { id, tab: 'settings' });
    expect(queryClient.getQueryData(queryKey)).toMatchObject({ id: made?.id, name: 'Чай' });
    expect(age()).toBe(LIST_AGE);
    // As `useGetList` of ra-core does with each of its rows.
    const before = Date.now();
    await vi.waitUntil(() => Date.now() > before);
    queryClient.setQueryData(queryKey, (kept: unknown) => kept ?? made);
    expect(age()).toBe(0);
  });
});
