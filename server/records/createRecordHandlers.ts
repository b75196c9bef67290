import { isOrdered } from '#contract/recordEndpoints.ts';
import { type DeclaredResource, declaredResources, getRecord } from '#contract/records.ts';
import type { ServerDeps } from '../http/deps.ts';
import { createHandlers } from './handlers.ts';
import { createOrderHandler } from './order.ts';
import { createPlainListHandlers } from './plainList.ts';
import { getBinding } from './tableBinding.ts';
import type { Totals } from './totals.ts';

export const createRecordHandlers = (deps: ServerDeps, totals: Totals) =>
  Object.fromEntries(declaredResources.map(name => [name, deriveHandlers(deps, totals, name)])) as Record<
    DeclaredResource,
    object
  >;

const deriveHandlers = (deps: ServerDeps, totals: Totals, name: DeclaredResource) => {
  const binding = getBinding(name);
  const calls = createHandlers(deps, totals, binding);
  const { plainList } = getRecord(name);
  return {
    ...(plainList ? createPlainListHandlers(calls, plainList) : calls),
    ...(isOrdered(name) && { order: createOrderHandler(deps, binding) }),
  };
};
