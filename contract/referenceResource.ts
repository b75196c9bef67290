import { validateCode } from './code.ts';

export const REFERENCE_PREFIX = 'settings/reference/';

export const referenceResource = <const N extends string>(name: N) => `${REFERENCE_PREFIX}${name}` as const;

export const parseReferenceName = (resource: string): string | null => {
  const name = resource.startsWith(REFERENCE_PREFIX) ? resource.slice(REFERENCE_PREFIX.length) : '';
  return validateCode(name) === null ? name : null;
};
