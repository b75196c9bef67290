import { z } from 'zod';
import { nonNullField } from '../field.ts';
import { defineKind } from '../kind.ts';
import { isEqualSet } from '../sets.ts';
import { getOwnValue } from '../values.ts';

export type AttributeScope = 'products' | 'models';

type AttributeValues = Readonly<Record<string, unknown>>;
const toValues = (value: unknown): AttributeValues => ({ ...(typeof value === 'object' ? value : null) });

/**
 * A placeholder. Attributes are known only at run time. `attributes.ts` then replaces this field with one field for
 * each attribute.
 */
export const attributes = defineKind(
  (scope: AttributeScope) => nonNullField('attributes', { scope }, z.looseObject({})),
  {
    filter: null,
    isNeverEmpty: true,
    initial: () => ({}),
    // Removed values become null, because attributes missing from a patch keep their values.
    change: (before, after) => {
      const [earlier, later] = [toValues(before), toValues(after)];
      const codes = [...new Set([...Object.keys(earlier), ...Object.keys(later)])];
      const changedCodes = codes.filter(
        code => !isEqualSet(getOwnValue(later, code) ?? null, getOwnValue(earlier, code) ?? null),
      );
      return changedCodes.length > 0
        ? Object.fromEntries(changedCodes.map(code => [code, getOwnValue(later, code) ?? null]))
        : undefined;
    },
    mergePatch: (before, patch) => ({ ...toValues(before), ...toValues(patch) }),
    sample: () => ({}),
  },
);
