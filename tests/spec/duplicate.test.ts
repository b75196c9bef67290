import { expect, it } from 'vitest';
import type { Field } from '#contract/fields.ts';
import { findDuplicate } from '#server/records/duplicate.ts';
import { getBinding } from '#server/records/tableBinding.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describeOnBoth('The record that has a unique value', server => {
  it('[X641] a caller who may not see a field does not learn whose its value is', async () => {
    const { collection, ...binding } = getBinding('nomenclature');
    const sku = { ...collection.fields['sku'], slug: 'product.show-prices' } as Field;
    const guarded = { ...binding, collection: { ...collection, fields: { ...collection.fields, sku } } };
    await (await server().as('admin'))('POST', '/products', { name: 'Чай', sku: 'TEA-7' });
    const caller = { id: 0, name: '', role: 'accountant', sessionId: '', actor: null, network: '' };
    const found = (granted: readonly string[]) =>
      findDuplicate(
        server().db,
        guarded,
        { ...caller, grantedSlugs: new Set(granted) },
        { field: 'sku', value: 'TEA-7' },
      );
    expect(await found(['products.show-list'])).toBeNull();
    expect(await found(['products.show-list', 'product.show-prices'])).toMatchObject({ name: 'Чай' });
  });
});
