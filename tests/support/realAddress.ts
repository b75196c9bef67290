import { resultOf, signInByCall } from './product.ts';

/** Replaces the `7` in an address with the id of a demonstration record. */
export type RealAddress = (address: string) => string;

/** Values of all references share one id sequence, so the first id differs per reference. */
export const realAddresses = async (product: string): Promise<RealAddress> => {
  const token = await signInByCall(product);
  const firstValues = new Map<string, number>();
  for (const reference of ['brand', 'unit']) {
    const [first] = await resultOf<{ id: number }[]>(product, token, `/reference/${reference}/value/list?search=`);
    if (first) firstValues.set(reference, first.id);
  }
  return address => {
    const [, reference = ''] = /^\/content\/settings\/reference\/(\w+)\/.*7/.exec(address) ?? [];
    return address.replace(/\/7(?=\/|$)/, `/${firstValues.get(reference) ?? 1}`);
  };
};
