import { codeFault } from './code.ts';

const RESOURCE = 'settings/reference/';

/** The name of the resource that administers the values of a reference, one that people added included. */
export const referenceResource = <const N extends string>(name: N) => `${RESOURCE}${name}` as const;

/** The reference whose values a resource administers, or null when it is no such resource. */
export const referenceInResource = (resource: string): string | null => {
  const name = resource.startsWith(RESOURCE) ? resource.slice(RESOURCE.length) : '';
  return codeFault(name) === null ? name : null;
};
