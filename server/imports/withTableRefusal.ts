import { isDiskFull } from '../db/violations.ts';
import { ApiFailure } from '../http/errors.ts';
import { TableRefusal } from '../table/refusal.ts';
import { translateImport } from '../translate.ts';

/**
 * Converts the refusal of a table into a failure response (contract 1).
 * @throws {ApiFailure}
 */
export const withTableRefusal = async <T>(operation: () => Promise<T>): Promise<T> => {
  try {
    return await operation();
  } catch (error) {
    if (isDiskFull(error))
      throw new ApiFailure('diskFull', { message: translateImport('refused.diskFull') }, { cause: error });
    if (!(error instanceof TableRefusal)) throw error;
    throw new ApiFailure(error.status === 413 ? 'tooLarge' : 'invalid', { message: formatRefusal(error) });
  }
};

export const formatRefusal = ({ kind, values }: TableRefusal): string => translateImport(`refused.${kind}`, values);
