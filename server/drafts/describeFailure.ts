import type { ApiFailure } from '../http/errors.ts';
import { getFieldLabel } from '../table/labels.ts';

/** Names the fields that a record was refused for, because the general text refers to a form. */
export const describeFailure = (resource: string, { message, details: { errors = {} } }: ApiFailure): string =>
  Object.entries(errors)
    .map(([field, texts]) => `${getFieldLabel(resource, field.split('.')[0] ?? field)}: ${texts.join('; ')}`)
    .join('. ') || message;
