import { scrubText } from '#contract/scrub.ts';
import type { ServerDeps } from '../http/deps.ts';

export type ExplainError = (error: unknown) => string;

/** Shorter ones would also be found within ordinary words. */
const MIN_SECRET_LENGTH = 4;
const MAX_LENGTH = 300;

/**
 * Describes errors to administrators, without secrets. What other servers answer may repeat whatever was sent to them,
 * so every secret that this server knows is hidden in it, whatever it looks like.
 */
export const createErrorExplainer = ({ config, secrets }: Pick<ServerDeps, 'config' | 'secrets'>): ExplainError => {
  const credentials = [config.databaseUrl, config.filesUrl, config.smtpUrl, config.sentryDsn].flatMap(listCredentials);
  const hidden = [...credentials, secrets.access, secrets.refresh, config.metricsToken ?? '']
    .filter(text => text.length >= MIN_SECRET_LENGTH)
    .toSorted((one, other) => other.length - one.length);
  return error => {
    const message = hidden.reduce((text, secret) => text.replaceAll(secret, '…'), findReason(error));
    return scrubText(message).slice(0, MAX_LENGTH);
  };
};

/** Names and passwords of an address, as written and as sent, and the values of its query. */
const listCredentials = (address: string | undefined): string[] => {
  if (!address) return [];
  const { username, password, searchParams } = new URL(address);
  return [username, password, ...searchParams.values()].flatMap(text => [text, decodeSafely(text)]);
};

const decodeSafely = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The innermost cause, because those around it say only that something failed. */
const findReason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause: unknown = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  return cause === undefined ? error.message : findReason(cause);
};
