import { referenceNames } from '#contract/references.ts';
import { defineReference } from './engine/defineResource.tsx';

/** Every reference of the contract uses the generic screens, so that a new one needs no code here. */
export const references = referenceNames.map(name => defineReference(name));
