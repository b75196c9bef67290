import { HttpError } from 'ra-core';
import { errors as russian } from '#i18n/ru/errors.ts';
import { buildTranslator } from '#i18n/translate.ts';
import { limitMessages, SILENT_MESSAGE, type Translate, toNotice } from '../reporting/notices.ts';
import { ApiError } from './errors.ts';

export interface ErrorBody {
  errors?: Record<string, string>;
  failure: ApiError;
}

/** The ApiError behind an error, because the data provider may have wrapped it; null for other errors. */
export const findApiError = (error: unknown): ApiError | null => {
  if (error instanceof ApiError) return error;
  if (!(error instanceof HttpError)) return null;
  const failure: unknown = (error.body as Partial<ErrorBody> | null)?.failure;
  return failure instanceof ApiError ? failure : null;
};

/** Messages by field; null if the failure concerns no field. */
export const getFormErrors = (error: unknown): Record<string, string> | null =>
  (error instanceof HttpError && (error.body as Partial<ErrorBody> | null)?.errors) || null;

/** Converts an ApiError, because react-admin reads only its own HttpError, whose message becomes the notice. */
export const toHttpError = (error: unknown, translate: Translate = buildTranslator('ru', russian)): unknown => {
  if (!(error instanceof ApiError)) return error;
  const body: ErrorBody = { failure: error };
  const errors = toFormErrors(error.errors, translate);
  if (errors) body.errors = errors;
  return new HttpError(toNotice(error, translate)?.text ?? SILENT_MESSAGE, error.status, body);
};

/** One text per field, because react-admin allows only one. Messages without a field go to the form's root error. */
const toFormErrors = (errors: Record<string, string[]>, translate: Translate): Record<string, string> | null => {
  const entries = Object.entries(errors).map(
    ([field, messages]) => [field || 'root.serverError', limitMessages(messages, translate).join('\n')] as const,
  );
  return entries.length > 0 ? Object.fromEntries(entries) : null;
};
