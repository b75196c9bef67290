import { referenceNames } from '#contract/references.ts';
import { defineReference } from './engine/defineResource.tsx';

/** Every reference of the contract, administered by the generic screens. */
export const references = referenceNames.map(name => defineReference(name));
