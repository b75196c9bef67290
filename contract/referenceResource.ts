import { codeFault } from './code.ts';

const RESOURCE = 'settings/reference/';

export const referenceResource = <const N extends string>(name: N) => `${RESOURCE}${name}` as const;

export const referenceInResource = (resource: string): string | null => {
  const name = resource.startsWith(RESOURCE) ? resource.slice(RESOURCE.length) : '';
  return codeFault(name) === null ? name : null;
};
