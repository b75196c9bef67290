import { isOrdered } from '#contract/recordEndpoints.ts';
import { getRecord, type OwnResource, ownResources } from '#contract/records.ts';
import type { Deps } from '../http/deps.ts';
import { createHandlers } from './handlers.ts';
import { createOrderHandler } from './order.ts';
import { plainListHandlers } from './plainList.ts';
import { getBinding } from './tableBinding.ts';
import type { Totals } from './totals.ts';

export const recordHandlers = (deps: Deps, totals: Totals) =>
  Object.fromEntries(ownResources.map(name => [name, deriveHandlers(deps, totals, name)])) as Record<
    OwnResource,
    object
  >;

const deriveHandlers = (deps: Deps, totals: Totals, name: OwnResource) => {
  const binding = getBinding(name);
  const calls = createHandlers(deps, totals, binding);
  const { plainList } = getRecord(name);
  return {
    ...(plainList ? plainListHandlers(calls, plainList) : calls),
    ...(isOrdered(name) && { order: createOrderHandler(deps, binding) }),
  };
};
