import { expect, it } from 'vitest';
import { findReferenceCollection, getCollection, MAX_ADDED_COLLECTIONS } from '#contract/records.ts';
import { referenceResource } from '#contract/referenceResource.ts';
import { getBinding } from '#server/records/tableBinding.ts';

it('[X660] names of references that do not exist displace each other, and never those of the program', () => {
  const [first, brand] = ['made-up', 'brand'].map(name => getBinding(referenceResource(name)));
  expect(getBinding(referenceResource('made-up'))).toBe(first);
  for (let n = 0; n < MAX_ADDED_COLLECTIONS; n += 1) findReferenceCollection(`made-up-${n}`);
  expect(getCollection(referenceResource('made-up'))).not.toBe(first?.collection);
  expect(getBinding(referenceResource('made-up'))).not.toBe(first);
  expect(getBinding(referenceResource('brand'))).toBe(brand);
});
