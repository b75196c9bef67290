import { codeFault } from './code.ts';

const RESOURCE = 'settings/reference/';

/** The resource that administers a reference's values. Works for references that users added too. */
export const referenceResource = <const N extends string>(name: N) => `${RESOURCE}${name}` as const;

/** The reference behind such a resource; null for any other resource. */
export const referenceInResource = (resource: string): string | null => {
  const name = resource.startsWith(RESOURCE) ? resource.slice(RESOURCE.length) : '';
  return codeFault(name) === null ? name : null;
};
