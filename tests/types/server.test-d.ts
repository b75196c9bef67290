import { describe, expectTypeOf, it } from 'vitest';
import type { recordEndpoints } from '#contract/recordEndpoints.ts';
import type { EndpointCall, Handlers, Overrides } from '#server/http/bindEndpoints.ts';

// Read by the type checker, never run: each marked line must not compile.

declare const handlers: Handlers;

describe('What the server refuses at compile time', () => {
  it('[X21] a handler that is missing does not compile', () => {
    const { products, ...others } = handlers;
    // @ts-expect-error a whole group is missing
    others satisfies Handlers;
    const { setPrices: _, ...fewer } = products;
    // @ts-expect-error one call is missing
    ({ ...others, products: fewer }) satisfies Handlers;
  });

  it('[X21] a handler returns what its endpoint declares', () => {
    // @ts-expect-error the profile is not a text
    ({ ...handlers.auth, profile: () => Promise.resolve('me') }) satisfies Handlers['auth'];
    // @ts-expect-error a token has to be there
    ({ ...handlers.auth, socketToken: () => Promise.resolve({}) }) satisfies Handlers['auth'];
  });

  it('[X21] a handler that replaces a derived one returns what its endpoint declares', () => {
    ({ users: { remove: () => Promise.reject(new Error()) } }) satisfies Overrides;
    // @ts-expect-error a record is answered
    ({ users: { remove: () => Promise.resolve(1) } }) satisfies Overrides;
    // @ts-expect-error no such call
    ({ users: { invite: () => Promise.reject(new Error()) } }) satisfies Overrides;
    // @ts-expect-error only what has places is ordered
    ({ users: { order: () => Promise.reject(new Error()) } }) satisfies Overrides;
  });

  it('[H13] a call carries the parameters of its path, and a caller', () => {
    type Read = EndpointCall<typeof recordEndpoints.nomenclature.read>;
    expectTypeOf<Read['params']['id']>().toEqualTypeOf<number>();
    // @ts-expect-error this path has no such parameter
    expectTypeOf<Read['params']['name']>();
    expectTypeOf<null>().not.toExtend<Read['caller']>();
  });
});
