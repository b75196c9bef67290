import { HttpError } from 'ra-core';
import { errors as russian } from '#i18n/ru/errors.ts';
import { translator } from '#i18n/translate.ts';
import { fewMessages, noticeOf, SILENT, type Translate } from '../reporting/notices.ts';
import { ApiError } from './errors.ts';

/** What react-admin finds in `HttpError.body`. */
export interface ErrorBody {
  /** One text for each field; a form shows it there. Missing when no field is concerned. */
  errors?: Record<string, string>;
  /** The failure as the client knows it: its kind, its messages, the record of a 409 in `result`. */
  failure: ApiError;
}

/** The failure of a call, null when the error is of another family. */
export const failureOf = (error: unknown): ApiError | null => {
  if (error instanceof ApiError) return error;
  if (!(error instanceof HttpError)) return null;
  const failure: unknown = (error.body as Partial<ErrorBody> | null)?.failure;
  return failure instanceof ApiError ? failure : null;
};

/** The texts of a failure at the fields of a form, null when it concerns none. */
export const formErrorsOf = (error: unknown): Record<string, string> | null =>
  (error instanceof HttpError && (error.body as Partial<ErrorBody> | null)?.errors) || null;

/** An ApiError as react-admin knows failures; its message is what the notice says. Other errors pass. */
export const toHttpError = (error: unknown, translate: Translate = translator('ru', russian)): unknown => {
  if (!(error instanceof ApiError)) return error;
  const body: ErrorBody = { failure: error };
  const errors = formErrors(error.errors, translate);
  if (errors) body.errors = errors;
  return new HttpError(noticeOf(error, translate)?.text ?? SILENT, error.status, body);
};

/** react-admin takes one text a field; what concerns no field stands at the form's root. */
const formErrors = (errors: Record<string, string[]>, translate: Translate): Record<string, string> | null => {
  const entries = Object.entries(errors).map(
    ([field, texts]) => [field || 'root.serverError', fewMessages(texts, translate).join('\n')] as const,
  );
  return entries.length > 0 ? Object.fromEntries(entries) : null;
};
